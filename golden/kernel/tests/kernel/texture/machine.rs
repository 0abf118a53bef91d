//! One warp that fetches from one texture.

use heddle_kernel::execute::{Fault, Image, Launch, Memory, Options, Unobserved, WarpStack, run_with};
use heddle_kernel::program::Module;
use heddle_kernel::texture::Texture;

/// Random numbers, the same in every run.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

pub fn read(text: &str) -> Module {
    heddle_kernel::read("test.ptx", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A kernel `k` of one warp, with a texture `t` and a surface `s`: `%c0` to `%c3` hold four words a
/// thread, and what it leaves in `%r0` to `%r3` is written. `%h` holds the handle of an object.
pub fn kernel(body: &str) -> String {
    let load = |n: u32| format!("ld.global.b32 %c{n}, [%d1+{}];\n", 4 * n);
    let store = |n: u32| format!("st.global.b32 [%d0+{}], %r{n};\n", 4 * n);
    let (loads, stores): (String, String) = ((0..4).map(load).collect(), (0..4).map(store).collect());
    format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n.global .texref t;\n.global .surfref s;\n\
         .visible .entry k(.param .u64 out, .param .u64 in, .param .u64 object)\n{{\n\
         .reg .b32 %c<4>, %r<4>, %t; .reg .f32 %f<8>; .reg .b64 %d<4>, %h; .reg .b16 %w<4>; .reg .b64 %l<4>;\n\
         ld.param.u64 %d0, [out]; ld.param.u64 %d1, [in]; ld.param.u64 %h, [object]; mov.u32 %t, %tid.x;\n\
         mad.wide.u32 %d0, %t, 16, %d0; mad.wide.u32 %d1, %t, 16, %d1;\n{loads}\
         mov.b32 %r0, 0; mov.b32 %r1, 0; mov.b32 %r2, 0; mov.b32 %r3, 0;\n{body}\n{stores}}}\n"
    )
}

/// What each thread's four words come to, and the texels afterwards. The texture is bound to `t`,
/// to `s` and to an object; its address is filled in.
pub fn run(
    text: &str,
    texture: Option<Texture>,
    texels: &[u8],
    words: &[[u32; 4]],
) -> Result<(Vec<[u32; 4]>, Vec<u8>), Fault> {
    let module = read(text);
    let image = Image::new(&module, module.function("k").unwrap())?;
    let mut memory = Memory::new(&module).unwrap();
    let bytes: Vec<u8> = words.iter().flatten().flat_map(|word| word.to_le_bytes()).collect();
    let out = memory.allocate("out", bytes.len() as u64).unwrap();
    let given = memory.allocate("in", bytes.len() as u64).unwrap();
    let array = memory.allocate("texels", texels.len() as u64).unwrap();
    memory.write(given, &bytes).unwrap();
    memory.write(array, texels).unwrap();
    let mut object = 0;
    if let Some(texture) = texture {
        let texture = Texture { address: array, ..texture };
        texture.check().unwrap();
        for name in ["t", "s"] {
            let (handle, _) = memory.symbol(name).unwrap();
            memory.bind(handle, texture);
        }
        object = memory.object(texture).unwrap();
    }
    let parameters = [out, given, object].iter().flat_map(|address| address.to_le_bytes()).collect();
    let launch = Launch {
        grid: [1; 3],
        block: [words.len() as u32, 1, 1],
        dynamic_shared: 0,
        parameters,
        number: 0,
        sizes: None,
    };
    run_with::<WarpStack, Unobserved>(&image, &launch, &mut memory, &mut Unobserved, &Options::default())?;
    let results = memory.read(out, bytes.len() as u64).unwrap();
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
    let results = results.chunks(16).map(|thread| std::array::from_fn(|n| word(&thread[4 * n..4 * n + 4]))).collect();
    Ok((results, memory.read(array, texels.len() as u64).unwrap().to_vec()))
}

/// The instruction that fetches from a texture of so many dimensions, by reference or by object.
pub fn fetch(dimensions: usize, layered: bool, by: &str, object: bool) -> String {
    let name = ["1d", "2d", "3d"][dimensions - 1];
    let name = if layered { format!("a{name}") } else { name.into() };
    let coordinates = match dimensions + usize::from(layered) {
        1 => "{%c0}",
        2 => "{%c0, %c1}",
        _ => "{%c0, %c1, %c2, %c2}",
    };
    let handle = if object { "%h" } else { "t" };
    format!("tex.{name}.v4.u32.{by} {{%r0, %r1, %r2, %r3}}, [{handle}, {coordinates}];")
}
