//! What kernels print: it is kept until the host synchronises, as CUDA has it, and the oldest is lost where it is too much.

use std::collections::VecDeque;

use heddle_kernel::execute::Printed;

/// Bytes that are kept unless the program asks for others (`cudaLimitPrintfFifoSize`).
pub const FIFO: u64 = 1 << 20;

unsafe extern "C" {
    static stdout: *mut libc::FILE;
}

/// Texts that were printed and not shown.
#[derive(Debug)]
pub struct Printing {
    texts: VecDeque<String>,
    bytes: u64,
    /// Bytes that are kept at most.
    pub limit: u64,
}

impl Default for Printing {
    fn default() -> Printing {
        Printing { texts: VecDeque::new(), bytes: 0, limit: FIFO }
    }
}

impl Printing {
    /// Keeps what a launch has printed.
    pub fn keep(&mut self, printed: Vec<Printed>) {
        for Printed { text, .. } in printed {
            self.bytes += text.len() as u64;
            self.texts.push_back(text);
            while self.bytes > self.limit {
                self.bytes -= self.texts.pop_front().map_or(self.bytes, |text| text.len() as u64);
            }
        }
    }

    /// Shows it, in the C library's buffer, so that it stands among what the program prints.
    pub fn show(&mut self) {
        for text in self.texts.drain(..) {
            // SAFETY: the C library's stream is there as long as the program
            unsafe { libc::fwrite(text.as_ptr().cast(), 1, text.len(), stdout) };
        }
        self.bytes = 0;
    }
}
