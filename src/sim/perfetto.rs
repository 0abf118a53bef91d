//! A writer of the parts of Perfetto's trace format for tracks, slices and counters: `TracePacket`s
//! in protocol-buffer encoding (perfetto.dev/docs/reference/trace-packet-proto).

/// A Perfetto trace under construction.
#[derive(Debug, Default)]
pub struct Packets {
    bytes: Vec<u8>,
}

/// Types of track events.
const BEGIN: u64 = 1;
const END: u64 = 2;
const COUNTER: u64 = 4;

impl Packets {
    /// Adds the process track, the parent of all other tracks.
    pub fn process(&mut self, track: u64, name: &str) {
        let mut process = Message::default();
        process.number(1, 1).text(6, name);
        let mut descriptor = Message::default();
        descriptor.number(1, track).message(3, &process);
        self.descriptor(&descriptor);
    }

    /// Adds a track of slices below a parent track.
    pub fn track(&mut self, track: u64, parent: u64, name: &str) {
        let mut descriptor = Message::default();
        descriptor.number(1, track).text(2, name).number(5, parent);
        self.descriptor(&descriptor);
    }

    /// Adds a track of a counter, with its unit, below a parent track.
    pub fn counter(&mut self, track: u64, parent: u64, name: &str, unit: &str) {
        let mut counter = Message::default();
        counter.text(6, unit);
        let mut descriptor = Message::default();
        descriptor.number(1, track).text(2, name).number(5, parent).message(8, &counter);
        self.descriptor(&descriptor);
    }

    /// Begins a slice on a track.
    pub fn begin(&mut self, time: u64, track: u64, name: &str) {
        let mut event = Message::default();
        event.number(9, BEGIN).number(11, track).text(23, name);
        self.event(time, &event);
    }

    /// Ends the slice on a track that began last.
    pub fn end(&mut self, time: u64, track: u64) {
        let mut event = Message::default();
        event.number(9, END).number(11, track);
        self.event(time, &event);
    }

    /// Sets a counter to a value from this time on.
    pub fn count(&mut self, time: u64, track: u64, value: f64) {
        let mut event = Message::default();
        event.number(9, COUNTER).number(11, track).double(44, value);
        self.event(time, &event);
    }

    /// Returns the bytes of the trace file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn descriptor(&mut self, descriptor: &Message) {
        let mut packet = Message::default();
        packet.number(10, 1).message(60, descriptor);
        self.packet(&packet);
    }

    fn event(&mut self, time: u64, event: &Message) {
        let mut packet = Message::default();
        packet.number(8, time).number(10, 1).message(11, event);
        self.packet(&packet);
    }

    fn packet(&mut self, packet: &Message) {
        let mut trace = Message::default();
        trace.message(1, packet);
        self.bytes.extend(trace.0);
    }
}

/// The encoded fields of a protocol-buffer message.
#[derive(Debug, Default)]
struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn number(&mut self, field: u64, value: u64) -> &mut Self {
        self.varint(field << 3);
        self.varint(value);
        self
    }

    fn double(&mut self, field: u64, value: f64) -> &mut Self {
        self.varint(field << 3 | 1);
        self.0.extend(value.to_le_bytes());
        self
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) -> &mut Self {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
        self
    }

    fn text(&mut self, field: u64, text: &str) -> &mut Self {
        self.bytes(field, text.as_bytes())
    }

    fn message(&mut self, field: u64, message: &Message) -> &mut Self {
        self.bytes(field, &message.0)
    }
}

/// An independent reader of the encoding, for tests.
#[cfg(test)]
pub mod decode {
    use super::BEGIN;

    /// A protocol-buffer field as the independent reader decodes it.
    #[derive(Debug, PartialEq)]
    pub enum Field<'a> {
        Number(u64),
        Double(f64),
        Bytes(&'a [u8]),
    }

    fn varint(bytes: &mut &[u8]) -> u64 {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = bytes[0];
            *bytes = &bytes[1..];
            value |= u64::from(byte & 0x7F) << shift;
            shift += 7;
            if byte < 0x80 {
                return value;
            }
        }
    }

    /// Returns the fields of a message with their numbers, in order.
    pub fn fields(mut bytes: &[u8]) -> Vec<(u64, Field<'_>)> {
        let mut fields = Vec::new();
        while !bytes.is_empty() {
            let tag = varint(&mut bytes);
            let field = match tag & 7 {
                0 => Field::Number(varint(&mut bytes)),
                1 => {
                    let (double, rest) = bytes.split_at(8);
                    bytes = rest;
                    Field::Double(f64::from_le_bytes(double.try_into().unwrap()))
                }
                2 => {
                    let length = varint(&mut bytes) as usize;
                    let (inner, rest) = bytes.split_at(length);
                    bytes = rest;
                    Field::Bytes(inner)
                }
                wire => panic!("wire type {wire}"),
            };
            fields.push((tag >> 3, field));
        }
        fields
    }

    /// The beginning or the end of a slice.
    pub struct Event {
        pub time: u64,
        pub track: u64,
        pub begins: bool,
    }

    /// Returns the beginnings and ends of all slices of a trace.
    pub fn events(trace: &[u8]) -> Vec<Event> {
        let number = |fields: &[(u64, Field)], wanted: u64| {
            fields.iter().find_map(|(n, field)| match field {
                Field::Number(value) if *n == wanted => Some(*value),
                _ => None,
            })
        };
        let event = |(_, packet): &(u64, Field)| {
            let Field::Bytes(packet) = packet else { return None };
            let packet = fields(packet);
            let event = packet.iter().find_map(|(n, field)| match field {
                Field::Bytes(event) if *n == 11 => Some(fields(event)),
                _ => None,
            })?;
            let begins = number(&event, 9)? == BEGIN;
            Some(Event { time: number(&packet, 8)?, track: number(&event, 11)?, begins })
        };
        fields(trace).iter().filter_map(event).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::decode::{Field, fields};
    use super::*;

    fn inner<'a>(message: &[(u64, Field<'a>)], number: u64) -> Vec<(u64, Field<'a>)> {
        let found = message.iter().find_map(|(n, field)| match field {
            Field::Bytes(bytes) if *n == number => Some(*bytes),
            _ => None,
        });
        fields(found.unwrap())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut packets = Packets::default();
        packets.process(1, "GPU");
        packets.track(300, 1, "core 0");
        packets.counter(1 << 40, 1, "lane 0", "threads/cycle");
        packets.begin(1 << 33, 300, "CTA 7");
        packets.count(5, 1 << 40, 0.75);
        packets.end(u64::MAX, 300);
        let trace = fields(packets.bytes());
        assert_eq!(trace.len(), 6);
        let packets: Vec<_> = trace
            .iter()
            .map(|(number, packet)| match (number, packet) {
                (1, Field::Bytes(packet)) => fields(packet),
                other => panic!("{other:?}"),
            })
            .collect();
        // every packet is of the one sequence
        assert!(packets.iter().all(|packet| packet.contains(&(10, Field::Number(1)))));
        let process = inner(&packets[0], 60);
        assert_eq!(process[0], (1, Field::Number(1)));
        assert_eq!(inner(&process, 3), [(1, Field::Number(1)), (6, Field::Bytes(b"GPU"))]);
        assert_eq!(
            inner(&packets[1], 60),
            [(1, Field::Number(300)), (2, Field::Bytes(b"core 0")), (5, Field::Number(1))]
        );
        let counter = inner(&packets[2], 60);
        assert_eq!(counter[..2], [(1, Field::Number(1 << 40)), (2, Field::Bytes(b"lane 0"))]);
        assert_eq!(inner(&counter, 8), [(6, Field::Bytes(b"threads/cycle"))]);
        assert!(packets[3].contains(&(8, Field::Number(1 << 33))));
        assert_eq!(
            inner(&packets[3], 11),
            [(9, Field::Number(BEGIN)), (11, Field::Number(300)), (23, Field::Bytes(b"CTA 7"))]
        );
        assert_eq!(
            inner(&packets[4], 11),
            [(9, Field::Number(COUNTER)), (11, Field::Number(1 << 40)), (44, Field::Double(0.75))]
        );
        assert!(packets[5].contains(&(8, Field::Number(u64::MAX))));
        assert_eq!(inner(&packets[5], 11), [(9, Field::Number(END)), (11, Field::Number(300))]);
    }
}
