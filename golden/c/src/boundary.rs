//! The functions of the C header. Everything that is trusted of a caller is trusted here: a pointer
//! that is not null comes from `heddle_golden_new`, or points to a string with an end.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr::null_mut;

use heddle_contract::Port;

use crate::scoreboard::{Scoreboard, Status, open};

const LEGAL: c_int = 0;
const ILLEGAL: c_int = 1;
const VIOLATION: c_int = 2;
const NO_PORT: c_int = 3;

/// The object behind the pointer `heddle_golden *` of a C program: a golden model, and the strings
/// that its functions return.
pub struct Handle {
    model: Box<dyn Scoreboard>,
    names: [Vec<CString>; 2],
    error: CString,
    state: CString,
}

thread_local! {
    /// The reason why this thread's last model was not made.
    static REFUSED: RefCell<CString> = RefCell::default();
}

/// Returns text as C has it.
fn text(text: String) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

/// # Safety
///
/// A pointer that is not null points to a string with an end.
unsafe fn string(pointer: *const c_char) -> Result<String, String> {
    if pointer.is_null() {
        return Err("a name is a null pointer".into());
    }
    // SAFETY: the pointer is not null, so it points to a string with an end
    Ok(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}

/// Creates the golden model of a unit's preset, given by their names (see `heddle_golden.h`).
///
/// # Safety
///
/// The arguments are null or strings with an end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heddle_golden_new(unit: *const c_char, preset: *const c_char) -> *mut Handle {
    // SAFETY: as this function's
    let names = unsafe { string(unit).and_then(|unit| Ok((unit, string(preset)?))) };
    match names.and_then(|(unit, preset)| open(&unit, &preset)) {
        Ok(model) => {
            let named = |ports: &[Port]| ports.iter().map(|port| text(port.name.clone())).collect();
            let names = [named(model.inputs()), named(model.outputs())];
            Box::into_raw(Box::new(Handle { model, names, error: CString::default(), state: CString::default() }))
        }
        Err(reason) => {
            REFUSED.with(|refused| *refused.borrow_mut() = text(reason));
            null_mut()
        }
    }
}

/// Frees a golden model (see `heddle_golden.h`).
///
/// # Safety
///
/// The model is null, or comes from [`heddle_golden_new`] and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heddle_golden_free(model: *mut Handle) {
    if !model.is_null() {
        // SAFETY: it comes from `heddle_golden_new`, and this is its end
        drop(unsafe { Box::from_raw(model) });
    }
}

/// Returns the number of a port as an index into `count` ports.
fn port(number: c_int, count: usize) -> Option<usize> {
    usize::try_from(number).ok().filter(|port| *port < count)
}

impl Handle {
    fn done(&mut self, status: Status) -> c_int {
        let (code, reason) = match status {
            Status::Legal => return LEGAL,
            Status::Illegal(rule) => {
                (ILLEGAL, format!("the contract forbids the inputs of cycle {}: {rule}", self.model.cycles()))
            }
            Status::Violation(what) => {
                (VIOLATION, format!("the golden model is wrong after cycle {}: {what}", self.model.cycles() - 1))
            }
        };
        self.error = text(reason);
        code
    }

    fn set(&mut self, output: bool, number: c_int, value: u64) -> c_int {
        let ports = [self.model.inputs().len(), self.model.outputs().len()][usize::from(output)];
        match port(number, ports) {
            Some(port) if output => self.model.show(port, value),
            Some(port) => self.model.drive(port, value),
            None => {
                let kind = if output { "output" } else { "input" };
                self.error = text(format!("there is no {kind} port {number}: they are 0 to {}", ports - 1));
                return NO_PORT;
            }
        }
        LEGAL
    }

    fn compare(&mut self) -> c_int {
        let Some(at) = self.model.compare() else { return -1 };
        let Port { name, .. } = &self.model.outputs()[at];
        let (golden, shown) = (self.model.value(at), self.model.shown(at));
        let cycle = self.model.cycles().saturating_sub(1);
        self.error = text(format!("cycle {cycle}: port {name}: golden {golden:#x}, hardware {shown:#x}"));
        at as c_int
    }
}

/// Defines a function of the C header: the value that it returns for a null pointer, and its body
/// for a model.
macro_rules! function {
    (fn $name:ident($model:ident: &Handle $(, $argument:ident: $type:ty)*) -> $result:ty, $null:expr, $body:expr) => {
        /// A function of the C header, which describes it (`heddle_golden.h`).
        ///
        /// # Safety
        ///
        /// The model is null or comes from [`heddle_golden_new`], and no other thread uses it.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($model: *const Handle $(, $argument: $type)*) -> $result {
            // SAFETY: it comes from `heddle_golden_new`, and no other thread uses it
            let Some($model) = (unsafe { $model.as_ref() }) else { return $null };
            $body
        }
    };
    (fn $name:ident($model:ident: &mut Handle $(, $argument:ident: $type:ty)*) -> $result:ty, $null:expr, $body:expr) => {
        /// A function of the C header, which describes it (`heddle_golden.h`).
        ///
        /// # Safety
        ///
        /// The model is null or comes from [`heddle_golden_new`], and no other thread uses it.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($model: *mut Handle $(, $argument: $type)*) -> $result {
            // SAFETY: it comes from `heddle_golden_new`, and no other thread uses it
            let Some($model) = (unsafe { $model.as_mut() }) else { return $null };
            $body
        }
    };
}

function!(fn heddle_golden_inputs(model: &Handle) -> c_int, 0, model.model.inputs().len() as c_int);
function!(fn heddle_golden_outputs(model: &Handle) -> c_int, 0, model.model.outputs().len() as c_int);
function!(fn heddle_golden_input_name(model: &Handle, number: c_int) -> *const c_char, null_mut(), {
    port(number, model.names[0].len()).map_or(null_mut(), |port| model.names[0][port].as_ptr())
});
function!(fn heddle_golden_output_name(model: &Handle, number: c_int) -> *const c_char, null_mut(), {
    port(number, model.names[1].len()).map_or(null_mut(), |port| model.names[1][port].as_ptr())
});
function!(fn heddle_golden_input_width(model: &Handle, number: c_int) -> c_int, 0, {
    let ports = model.model.inputs();
    port(number, ports.len()).map_or(0, |port| ports[port].width as c_int)
});
function!(fn heddle_golden_output_width(model: &Handle, number: c_int) -> c_int, 0, {
    let ports = model.model.outputs();
    port(number, ports.len()).map_or(0, |port| ports[port].width as c_int)
});
function!(fn heddle_golden_drive(model: &mut Handle, number: c_int, value: u64) -> c_int, NO_PORT, model.set(false, number, value));
function!(fn heddle_golden_show(model: &mut Handle, number: c_int, value: u64) -> c_int, NO_PORT, model.set(true, number, value));
function!(fn heddle_golden_eval(model: &mut Handle) -> c_int, NO_PORT, {
    let status = model.model.evaluate();
    model.done(status)
});
function!(fn heddle_golden_step(model: &mut Handle) -> c_int, NO_PORT, {
    let status = model.model.step();
    model.done(status)
});
function!(fn heddle_golden_compare(model: &mut Handle) -> c_int, -1, model.compare());
function!(fn heddle_golden_value(model: &Handle, number: c_int) -> u64, 0, {
    port(number, model.names[1].len()).map_or(0, |port| model.model.value(port))
});
function!(fn heddle_golden_defined(model: &Handle, number: c_int) -> c_int, 0, {
    port(number, model.names[1].len()).map_or(0, |port| c_int::from(model.model.defined(port)))
});
function!(fn heddle_golden_cycles(model: &Handle) -> u64, 0, model.model.cycles());
function!(fn heddle_golden_error(model: &Handle) -> *const c_char, REFUSED.with(|refused| refused.borrow().as_ptr()), model.error.as_ptr());
function!(fn heddle_golden_state(model: &mut Handle) -> *const c_char, null_mut(), {
    model.state = text(model.model.state());
    model.state.as_ptr()
});
