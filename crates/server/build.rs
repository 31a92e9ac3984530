//! Builds the page into the program again when it has changed. There may be none.

fn main() {
    let page = "../../web/dist";
    // What is not there would count as changed every time.
    let _ = std::fs::create_dir_all(page);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={page}");
    println!("cargo::rerun-if-env-changed=VANGUARD_COMMIT");
}
