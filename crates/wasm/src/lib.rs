//! The engine for WebAssembly hosts, as plain functions over linear memory.
//!
//! A host asks [`alloc`] for room, writes a text there, calls [`ask`] or [`replay`], reads the answer
//! and gives both back with [`free`]. There is no glue to generate, so any host can load it: the page
//! asks the desk with it, and CI replays the golden records with it in node, to prove that the same
//! game ends the same on every platform.
//!
//! The functions bear their plain names only in WebAssembly. A native library with a symbol called
//! `free` would take the place of the system's own.

use std::cell::RefCell;

use desk::Desk;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::new());
}

/// Room for a text of `len` bytes in the engine's memory. The host must give it back with [`free`].
#[cfg_attr(target_arch = "wasm32", allow(unsafe_code), unsafe(no_mangle))]
pub extern "C" fn alloc(len: usize) -> *mut u8 {
    leak(vec![0; len])
}

/// Takes back what [`alloc`], [`ask`] or [`replay`] gave out.
///
/// # Safety
///
/// `ptr` must have come from [`alloc`] with the same `len`, or both from [`ask`] or [`replay`], and
/// must not have been given back before.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
#[allow(unsafe_code)]
pub unsafe extern "C" fn free(ptr: *mut u8, len: usize) {
    // SAFETY: by the contract above this is a box that `leak` let go of, with its own length.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(ptr, len)) });
}

/// Replays the record whose JSON stands at `ptr` and answers with JSON: the final hash, or the
/// reason why there is none. The answer is packed as its pointer in the upper and its length in the
/// lower 32 bits, which is all a pointer has in WebAssembly.
///
/// # Safety
///
/// `ptr` must point at `len` bytes that [`alloc`] gave out and nobody changes meanwhile.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
#[allow(unsafe_code)]
pub unsafe extern "C" fn replay(ptr: *const u8, len: usize) -> u64 {
    // SAFETY: by the contract above these bytes are there, initialised, and stay as they are.
    let record = unsafe { std::slice::from_raw_parts(ptr, len) };
    packed(answer(record))
}

/// Asks the desk the question whose JSON stands at `ptr`; the answer is JSON, packed as that of
/// [`replay`]. There is one desk for the whole life of the engine.
///
/// # Safety
///
/// `ptr` must point at `len` bytes that [`alloc`] gave out and nobody changes meanwhile.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
#[allow(unsafe_code)]
pub unsafe extern "C" fn ask(ptr: *const u8, len: usize) -> u64 {
    // SAFETY: by the contract above these bytes are there, initialised, and stay as they are.
    let question = unsafe { std::slice::from_raw_parts(ptr, len) };
    packed(asked(question))
}

/// The desk's answer to a question's bytes.
fn asked(question: &[u8]) -> String {
    match std::str::from_utf8(question) {
        Ok(question) => DESK.with_borrow_mut(|desk| desk.ask(question)),
        Err(_) => r#"{"refused":{"message":"the question is not UTF-8","rule":null}}"#.to_owned(),
    }
}

/// Lets go of a text: pointer above, length below.
fn packed(text: String) -> u64 {
    let bytes = text.into_bytes();
    let len = bytes.len() as u64;
    ((leak(bytes) as u64) << 32) | len
}

/// The answer to a record's bytes.
fn answer(record: &[u8]) -> String {
    match std::str::from_utf8(record) {
        Ok(record) => games::replay_json(record),
        Err(_) => r#"{"ok":false,"error":"the record is not UTF-8"}"#.to_owned(),
    }
}

/// Lets go of bytes so that the host owns them, without room to spare, so that their length is
/// enough to take them back.
fn leak(bytes: Vec<u8>) -> *mut u8 {
    Box::into_raw(bytes.into_boxed_slice()).cast()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(unsafe_code)]
    fn room_can_be_written_and_given_back_even_if_there_is_none() {
        for len in [0, 1, 4096] {
            let room = alloc(len);
            // SAFETY: `alloc` gave out `len` bytes there, and they are given back once.
            unsafe {
                std::slice::from_raw_parts_mut(room, len).fill(7);
                free(room, len);
            }
        }
    }

    #[test]
    fn the_desk_answers_and_refuses() {
        assert!(asked(br#"{"ask":"games"}"#).starts_with(r#"{"ok":[{"#));
        for question in [b"\xff".as_slice(), b"", b"{}", b"[[[[", br#"{"ask":"look","table":9}"#] {
            assert!(asked(question).starts_with(r#"{"refused":{"#));
        }
    }

    #[test]
    fn bytes_that_are_no_record_are_refused_and_not_trapped_on() {
        for record in [b"\xff".as_slice(), b"", b"{}", b"[[[["] {
            let answer = answer(record);
            assert!(answer.contains(r#""ok":false"#), "{answer}");
        }
    }
}
