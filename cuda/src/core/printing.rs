//! Output of kernels: it is kept until the host synchronises, as in CUDA, and the oldest texts are
//! lost if the buffer overflows.

use std::collections::VecDeque;

/// Default size of the buffer of kernel output, in bytes; the program can change it
/// (`cudaLimitPrintfFifoSize`).
pub const FIFO: u64 = 1 << 20;

unsafe extern "C" {
    static stdout: *mut libc::FILE;
}

/// Texts that kernels have printed and the host has not shown yet.
#[derive(Debug)]
pub struct Printing {
    texts: VecDeque<String>,
    bytes: u64,
    /// Greatest number of bytes that are kept.
    pub limit: u64,
}

impl Default for Printing {
    fn default() -> Printing {
        Printing { texts: VecDeque::new(), bytes: 0, limit: FIFO }
    }
}

impl Printing {
    /// Appends the output of a launch to the buffer; the oldest texts are lost if it overflows.
    pub fn keep(&mut self, texts: impl IntoIterator<Item = String>) {
        for text in texts {
            self.bytes += text.len() as u64;
            self.texts.push_back(text);
            while self.bytes > self.limit {
                self.bytes -= self.texts.pop_front().map_or(self.bytes, |text| text.len() as u64);
            }
        }
    }

    /// Writes the kept texts to the C library's `stdout`, in order with the program's own output.
    pub fn show(&mut self) {
        for text in self.texts.drain(..) {
            // SAFETY: the C library's stream is there as long as the program
            unsafe { libc::fwrite(text.as_ptr().cast(), 1, text.len(), stdout) };
        }
        self.bytes = 0;
    }
}
