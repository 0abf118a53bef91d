//! Tests with hostile files in place of the RTL: they have no effect outside the sandbox at build
//! or at run, and none of them ends with a verdict.

use std::fs;
use std::net::TcpListener;
use std::process::Command;

use crate::desk::{Desk, Ran, ran};

/// A place in the emitted multiplier where an item of a module may stand.
const PLACE: &str = "// Update code";

/// A fixture with a secret and a place to write, both outside of what a device may reach.
struct Trial {
    desk: Desk,
    secret: String,
    mark: String,
}

impl Trial {
    fn new() -> Self {
        let desk = Desk::new();
        desk.write("secret", "module hunter2_secret;\nendmodule\nhunter2_secret\n");
        let at = |name: &str| desk.path(name).display().to_string();
        let (secret, mark) = (at("secret"), at("mark"));
        Self { desk, secret, mark }
    }

    /// The command that checks a multiplier that contains `text`; SECRET and MARK stand for paths.
    fn command(&self, text: &str) -> Command {
        let text = text.replace("SECRET", &self.secret).replace("MARK", &self.mark);
        let file = self.desk.verilog("mul32/paper", "hostile.v", PLACE, &format!("{text}\n{PLACE}"));
        self.desk.heddle(&format!("check mul32 --dut {file} --cycles 20k --jobs 1 --no-wave"))
    }

    /// Checks a multiplier that contains `text`.
    fn check(&self, text: &str) -> Ran {
        let ran = ran(&mut self.command(text));
        assert!(!self.desk.path("mark").exists(), "it wrote outside: {}{}", ran.out, ran.err);
        let said = format!("{}{}", ran.out, ran.err);
        assert!(!said.contains("hunter2"), "it read outside: {said}");
        assert!(!said.contains("panicked"), "{said}");
        ran
    }

    /// As [`check`](Self::check): the file is refused, or its model's end is an error that contains
    /// the words.
    fn is_refused(&self, text: &str, words: &[&str]) {
        let ran = self.check(text);
        ran.is(2, words);
        assert!(!ran.out.contains("equal"), "{}", ran.out);
    }
}

/// C++ beside the module: it is compiled as it is, and `run` is called before anything else in the
/// model.
fn beside(includes: &str, run: &str) -> String {
    let constructor = format!("namespace {{ struct Early {{ Early() {{ {run} }} }} early; }}");
    let once = format!(
        "#ifndef EARLY\n#define EARLY\n#include <cstdlib>\n#include <unistd.h>\n{includes}\n{constructor}\n#endif"
    );
    format!("`systemc_imp_header\n{once}\n`verilog\n")
}

#[test]
fn an_exit_is_no_verdict() {
    let trial = Trial::new();
    trial.is_refused("initial $c(\"exit(0);\");", &["status 0, which is no verdict", "its ports alone"]);
    let forged = r#"initial $c("printf(\"mul32/paper  20 000  equal\\n\"); fflush(stdout); _exit(0);");"#;
    trial.is_refused(forged, &["status 0, which is no verdict", "hostile.v: mul32/paper"]);
    trial.is_refused("initial $finish;", &["hostile.v:", "$finish"]);
    trial.is_refused("initial $c(\"abort();\");", &["the model's process ended in cycle 0: it was ended by signal"]);
}

#[test]
fn no_program_is_started() {
    let trial = Trial::new();
    let started = ["the model's process ended", "tried to start a program"];
    let dpi =
        "import \"DPI-C\" function int system(input string command);\ninteger r; initial r = system(\"touch MARK\");";
    trial.is_refused(dpi, &started);
    trial
        .is_refused(&beside("", "if (fork() == 0) execl(\"/usr/bin/touch\", \"touch\", \"MARK\", nullptr);"), &started);
    // in the place of the model, another program has the same bounds
    let other = beside("", "execl(\"/usr/bin/touch\", \"touch\", \"MARK\", nullptr);");
    trial.is_refused(&other, &["the model's process ended"]);
}

#[test]
fn nothing_outside_is_written() {
    let trial = Trial::new();
    trial.is_refused("reg [7:0] m[0:3]; initial $writememh(\"MARK\", m);", &["mark", "file not found"]);
    // words that a list would know, joined by a macro; a file in the model's own folder is another
    // thing
    for (place, opened) in [("MARK", false), ("own", true)] {
        let write = format!(
            "f = `JOIN($f, open)(\"{place}\", \"w\"); if (f != 0) begin $display(\"opened\"); $fwrite(f, \"x\"); end"
        );
        let ran = trial.check(&format!("`define JOIN(a, b) a``b\ninteger f; initial begin {write} end"));
        assert_eq!(ran.is(0, &["20 000"]).err.contains("hostile.v: opened"), opened, "{place}: {}", ran.err);
    }
    let attributes = "#include <sys/stat.h>";
    trial.is_refused(&beside(attributes, "chmod(\"SECRET\", 0777);"), &["the model's process ended"]);
    trial.is_refused(&beside("", "truncate(\"SECRET\", 0);"), &["the model's process ended"]);
    assert!(fs::metadata(&trial.secret).unwrap().len() > 0);
}

#[test]
fn nothing_outside_is_read() {
    let trial = Trial::new();
    // at build, by Verilator, the preprocessor and the assembler
    trial.is_refused("`include \"SECRET\"", &["hostile.v:", "secret"]);
    for cpp in ["#include \"SECRET\"", "asm(\".incbin \\\"SECRET\\\"\");"] {
        let ran = trial.check(&format!("`systemc_imp_header\n{cpp}\n`verilog\n"));
        ran.is(3, &["secret"]);
    }
    // at run
    let fgets = "char b[99] = {}; FILE* f = fopen(\"SECRET\", \"r\"); if (f) fread(b, 1, 98, f); printf(\"%s\\n\", b);";
    trial.check(&beside("#include <cstdio>", fgets));
    trial.check("reg [7:0] m[0:3]; initial $readmemh(\"SECRET\", m);").is(0, &["secret", "file not found"]);
    let environment = "for (char** e = environ; *e; ++e) if (strstr(*e, \"hunter2\")) puts(*e);";
    let variables = [("TOKEN", "hunter2".as_ref())];
    let text = beside("#include <cstdio>\n#include <cstring>", environment);
    let file = trial.desk.verilog("mul32/paper", "token.v", PLACE, &format!("{text}{PLACE}"));
    let ran = trial.desk.run_with(&format!("check mul32 --dut {file} --cycles 1000"), &variables);
    assert!(!ran.is(0, &["1 000"]).err.contains("hunter2"), "{}", ran.err);
}

#[test]
fn nobody_is_connected_to() {
    let trial = Trial::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let connect = format!(
        "sockaddr_in a{{}}; a.sin_family = AF_INET; a.sin_port = htons({port}); a.sin_addr.s_addr = htonl(0x7f000001); \
         int s = socket(AF_INET, SOCK_STREAM, 0); connect(s, (sockaddr*)&a, sizeof a);"
    );
    let text = beside("#include <arpa/inet.h>\n#include <netinet/in.h>\n#include <sys/socket.h>", &connect);
    trial.is_refused(&text, &["tried to start a program, to use the network"]);
    assert!(listener.accept().is_err(), "it connected");
}

#[test]
fn the_process_that_compares_is_out_of_reach() {
    let trial = Trial::new();
    let reach = ["the model's process ended", "to reach another process"];
    trial.is_refused(&beside("#include <csignal>", "kill(getppid(), SIGKILL);"), &reach);
    let ptrace = beside("#include <sys/ptrace.h>", "ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr);");
    trial.is_refused(&ptrace, &reach);
    let memory = "char n[64]; snprintf(n, sizeof n, \"/proc/%d/mem\", (int)getppid()); FILE* f = fopen(n, \"r+\"); if (f) puts(\"hunter2\");";
    trial.check(&beside("#include <cstdio>", memory));
    // what it shares with its process it may fill at will
    let fill = "unsigned* w = (unsigned*)mmap(nullptr, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0); \
                for (int n = 0;; ++n) for (int k = 0; k < 16384; ++k) w[k] = n;";
    let ran = trial.check(&beside("#include <sys/mman.h>", fill));
    assert!(ran.status != 0 && !ran.out.contains("equal"), "{}{}", ran.out, ran.err);
    let shrink = "if (ftruncate(0, 0) == 0) puts(\"hunter2\");";
    trial.check(&beside("#include <cstdio>", shrink));
}

#[test]
fn what_never_ends_is_ended() {
    let trial = Trial::new();
    let long = ["10 s of processor time, and was killed"];
    trial.is_refused("initial $c(\"volatile int n = 0; for (;;) n = n + 1;\");", &long);
    trial.is_refused(
        "initial $c(\"char c; for (;;) usleep(1000000000);\");",
        &["it waits for something that never comes"],
    );
}

/// Starts a program as if the kernel had neither Landlock nor seccomp.
const WITHOUT: &str = r#"
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char** argv) {
    struct sock_filter calls[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_landlock_create_ruleset, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    };
    struct sock_fprog all = {sizeof calls / sizeof *calls, calls};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all);
    execv(argv[1], argv + 1);
    return 1;
}
"#;

#[test]
fn where_the_kernel_confines_nothing_a_line_says_so() {
    let trial = Trial::new();
    trial.desk.write("without.c", WITHOUT);
    let cc = Command::new("cc").args(["without.c", "-o", "without"]).current_dir(trial.desk.path("")).status();
    assert!(cc.unwrap().success());
    let without = |command: &Command| {
        let mut outer = Command::new(trial.desk.path("without"));
        outer.arg(command.get_program()).args(command.get_args()).current_dir(trial.desk.path(""));
        outer.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        ran(&mut outer)
    };
    without(&trial.desk.heddle("doctor")).is(0, &["absent   confined", "neither Landlock nor seccomp"]);
    let said = "hostile.v: this kernel has neither Landlock nor seccomp";
    // no end of a process is a verdict all the same
    without(&trial.command("initial $c(\"exit(0);\");")).is(2, &[said, "which is no verdict"]);
    // and what is tried above does succeed where nothing confines it
    let system = "import \"DPI-C\" function int system(input string command);\ninteger r; initial r = system(\"cat SECRET; touch MARK\");";
    let done = without(&trial.command(system));
    done.is(0, &[said, "hunter2_secret"]);
    assert_eq!(done.err.matches("this kernel has").count(), 1, "{}", done.err);
    assert!(trial.desk.path("mark").exists());
    let usual = trial.desk.run("doctor");
    usual.is(0, &["ok       confined   a --dut, by Landlock and seccomp"]);
}
