//! Fetches from textures, lane by lane; [`crate::texture`] computes their results.

use super::code::TextureAccess;
use super::fault::{AccessKind, Cause, Halt};
use super::instruction::ExecEnv;
use super::memory::Memory;
use super::observer::{Issue, Observer, Traffic};
use super::rows::Lanes;
use super::warp::Warp;
use crate::program::{Fetch, Query, Space};
use crate::texture::{Filter, Footprint, Texture};

/// The footprints of the texels that the lanes of a warp read, and the greatest number of texels.
struct Texels {
    footprints: [Option<Footprint>; 32],
    most: usize,
}

impl Warp {
    pub(crate) fn fetch<O: Observer>(
        &mut self,
        env: &mut ExecEnv<O>,
        issue: &Issue,
        access: &TextureAccess,
        fetch: Fetch,
    ) -> Result<(), Halt> {
        let mut values = [[0; 32]; 4];
        let mut left = issue.mask;
        // lanes with one handle go together; most often all of them
        while left != 0 {
            let handle = self.handle(env, access, left.trailing_zeros() as usize & 31);
            let same = Lanes(left).filter(|&lane| self.handle(env, access, lane) == handle);
            let threads = same.fold(0, |threads, lane| threads | 1 << lane);
            left &= !threads;
            let halt = |cause| Halt::new(cause, threads.trailing_zeros());
            let texture = *env.memory.texture(handle).ok_or_else(|| halt(env.memory.unbound(handle)))?;
            if let Fetch::Query(query) = fetch {
                let number = described(&texture, query);
                Lanes(threads).for_each(|lane| values[0][lane] = number);
                continue;
            }
            let texels = self.footprints(env, access, fetch, &texture, threads);
            if O::WATCHES {
                texels.show(env, &Issue { mask: threads, ..*issue }, &texture);
            }
            for lane in Lanes(threads) {
                let Some(footprint) = texels.footprints[lane] else { continue };
                let channels = fetched(env.memory, &texture, &footprint, fetch);
                let channels = channels.map_err(|cause| Halt::new(cause, lane as u32))?;
                (0..4).for_each(|n| values[n][lane] = channels[n]);
            }
        }
        for (to, values) in access.to.iter().zip(values) {
            self.scratch[0] = values;
            self.scratch[1] = [0; 32];
            self.write(*to, issue.mask)?;
        }
        Ok(())
    }

    /// Returns the handle that a lane names.
    pub(crate) fn handle<O>(&self, env: &ExecEnv<O>, access: &TextureAccess, lane: usize) -> u64 {
        self.value(env.image, access.handle, access.wide, lane)
    }

    fn footprints<O>(
        &self,
        env: &ExecEnv<O>,
        access: &TextureAccess,
        fetch: Fetch,
        texture: &Texture,
        threads: u32,
    ) -> Texels {
        let mut texels = Texels { footprints: [None; 32], most: 0 };
        for lane in Lanes(threads) {
            let word = |n: usize| self.row(env.image, access.coordinates[n])[lane];
            let footprint = match fetch {
                Fetch::Texel(geometry) | Fetch::Sample(geometry) => {
                    let layer = if geometry.layered { word(0) } else { 0 };
                    let first = usize::from(geometry.layered);
                    let dimensions = usize::from(geometry.dimensions);
                    let coordinates: [u32; 3] =
                        std::array::from_fn(|n| if n < dimensions { word(first + n) } else { 0 });
                    match fetch {
                        Fetch::Texel(_) => texture.at_texel(&coordinates.map(|c| c as i32)[..dimensions], layer),
                        _ => texture.at(&coordinates.map(f32::from_bits)[..dimensions], layer, texture.filter()),
                    }
                }
                _ => texture.at(&[word(0), word(1)].map(f32::from_bits), 0, Filter::Linear),
            };
            texels.most = texels.most.max(footprint.count());
            texels.footprints[lane] = Some(footprint);
        }
        texels
    }
}

impl Texels {
    /// Reports the texels that are read to an observer: one of each lane at a time.
    fn show<O: Observer>(&self, env: &mut ExecEnv<O>, issue: &Issue, texture: &Texture) {
        for number in 0..self.most {
            let (mut addresses, mut threads) = ([0; 32], 0);
            for lane in Lanes(issue.mask) {
                let Some(footprint) = &self.footprints[lane] else { continue };
                if let (Some(place), _) = footprint.texel(number) {
                    addresses[lane] = texture.texel(place, footprint.layer);
                    threads |= 1 << lane;
                }
            }
            let bytes = texture.format.bytes();
            let (kind, space, addresses) = (AccessKind::Load, Space::Global, &addresses);
            env.observer.traffic(&Issue { mask: threads, ..*issue }, &Traffic { kind, space, addresses, bytes });
        }
    }
}

/// Returns the result of one lane's fetch.
fn fetched(memory: &Memory, texture: &Texture, footprint: &Footprint, fetch: Fetch) -> Result<[u32; 4], Cause> {
    let mut texels = [([0; 4], 0); 8];
    let count = footprint.count();
    for (number, texel) in texels.iter_mut().enumerate().take(count) {
        let (place, share) = footprint.texel(number);
        let channels = match place {
            Some(place) => texture.channels(memory.texel(texture, texture.texel(place, footprint.layer))?),
            None => texture.border(),
        };
        *texel = (channels, share);
    }
    Ok(match fetch {
        // counter-clockwise from the lower left one
        Fetch::Gather(channel) => [2, 3, 1, 0].map(|number: usize| texels[number].0[usize::from(channel)]),
        _ => texture.combined(&texels[..count]),
    })
}

fn described(texture: &Texture, query: Query) -> u32 {
    match query {
        Query::Width => texture.size[0],
        Query::Height => texture.size[1],
        Query::Depth => texture.size[2],
        Query::ArraySize => texture.layers,
        Query::NormalizedCoords => texture.sampler.normalized.into(),
    }
}
