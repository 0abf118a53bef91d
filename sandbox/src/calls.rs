//! The system calls of confined programs.

use std::collections::BTreeMap;
use std::env::consts::ARCH;
use std::io;

use libc::{c_long, *};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

use crate::Kind;

/// Calls that reach the network, another process, or the system. A model that makes one is ended;
/// to a tool it is refused.
#[rustfmt::skip]
const OUTSIDE: &[c_long] = &[
    // the network, and files and calls that pass by seccomp
    SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendto, SYS_sendmsg,
    SYS_sendmmsg, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
    // other processes
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo, SYS_pidfd_open, SYS_pidfd_getfd, SYS_pidfd_send_signal, SYS_kcmp, SYS_setpgid,
    SYS_setsid, SYS_setpriority, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr, SYS_ioprio_set,
    SYS_migrate_pages, SYS_move_pages, SYS_process_madvise, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_msgget,
    SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop, SYS_semctl, SYS_mq_open, SYS_mq_unlink,
    // attributes of files, which Landlock does not protect
    SYS_fchmod, SYS_fchmodat, SYS_fchmodat2, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_truncate, SYS_setxattr,
    SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_mknodat,
    SYS_fanotify_init, SYS_inotify_init1, SYS_name_to_handle_at, SYS_open_by_handle_at,
    // the system
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_fsopen, SYS_fsconfig,
    SYS_fsmount, SYS_fspick, SYS_move_mount, SYS_open_tree, SYS_mount_setattr, SYS_bpf, SYS_perf_event_open,
    SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_init_module, SYS_finit_module, SYS_delete_module,
    SYS_kexec_load, SYS_reboot, SYS_syslog, SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, SYS_settimeofday,
    SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex, SYS_sethostname, SYS_setdomainname, SYS_nfsservctl,
    SYS_vhangup, SYS_personality, SYS_lookup_dcookie, SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid,
    SYS_setresuid, SYS_setresgid, SYS_setgroups, SYS_setfsuid, SYS_setfsgid, SYS_capset,
];

/// The same, where an architecture has older calls beside them.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const OUTSIDE_BEFORE: &[c_long] = &[
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_mknod, SYS_inotify_init, SYS_iopl,
    SYS_ioperm, SYS_modify_ldt, SYS_uselib, SYS_ustat, SYS_sysfs, SYS_kexec_file_load,
];
#[cfg(not(target_arch = "x86_64"))]
const OUTSIDE_BEFORE: &[c_long] = &[];

/// Calls by which a process starts another one. A tool may make them.
const START: &[c_long] = &[SYS_clone, SYS_clone3, SYS_execveat];
#[cfg(target_arch = "x86_64")]
const START_BEFORE: &[c_long] = &[SYS_fork, SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const START_BEFORE: &[c_long] = &[];

/// Calls that a model may make: memory, time, files that are open or that Landlock lets it open.
/// `execve` starts the model.
#[rustfmt::skip]
const MODEL: &[c_long] = &[
    SYS_execve, SYS_exit, SYS_exit_group, SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise,
    SYS_futex, SYS_set_tid_address, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_rt_sigaction,
    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall, SYS_getpid, SYS_gettid, SYS_getppid,
    SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getrandom, SYS_clock_gettime, SYS_clock_getres,
    SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_times, SYS_getrusage, SYS_uname, SYS_sysinfo,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_getrlimit, SYS_getcwd, SYS_read, SYS_readv, SYS_pread64, SYS_write,
    SYS_writev, SYS_pwrite64, SYS_lseek, SYS_close, SYS_openat, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_faccessat,
    SYS_faccessat2, SYS_readlinkat, SYS_unlinkat, SYS_mkdirat, SYS_fcntl,
];
#[cfg(target_arch = "x86_64")]
const MODEL_BEFORE: &[c_long] =
    &[SYS_arch_prctl, SYS_time, SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_unlink, SYS_mkdir];
#[cfg(not(target_arch = "x86_64"))]
const MODEL_BEFORE: &[c_long] = &[];

/// Returns the filters of a kind of program, to be applied one after the other: of two answers the
/// stricter one counts.
pub(crate) fn filters(kind: Kind) -> io::Result<Vec<BpfProgram>> {
    let (true, Ok(arch)) = (supported(), TargetArch::try_from(ARCH)) else { return Ok(Vec::new()) };
    let filter = |rules, otherwise, matched| {
        let program = SeccompFilter::new(rules, otherwise, matched, arch).and_then(BpfProgram::try_from);
        program.map_err(io::Error::other)
    };
    let any = |lists: &[&[c_long]]| -> BTreeMap<c_long, Vec<SeccompRule>> {
        lists.iter().flat_map(|list| list.iter()).map(|call| (*call, Vec::new())).collect()
    };
    let refuse = SeccompAction::Errno(EPERM as u32);
    match kind {
        Kind::Tool => Ok(vec![filter(any(&[OUTSIDE, OUTSIDE_BEFORE]), SeccompAction::Allow, refuse)?]),
        Kind::Model => {
            let mut outside = any(&[OUTSIDE, OUTSIDE_BEFORE, START, START_BEFORE]);
            // `abort` signals its own thread: refused, it ends by a signal all the same
            outside.remove(&SYS_tgkill);
            let mut may = any(&[MODEL, MODEL_BEFORE]);
            may.insert(SYS_prlimit64, vec![of_itself()?]);
            Ok(vec![
                filter(outside, SeccompAction::Allow, SeccompAction::KillProcess)?,
                // the last one: it lets no further filter in
                filter(may, refuse, SeccompAction::Allow)?,
            ])
        }
    }
}

/// The rule that the first argument, a process, is 0: the one that calls.
fn of_itself() -> io::Result<SeccompRule> {
    let itself = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, 0);
    itself.and_then(|itself| SeccompRule::new(vec![itself])).map_err(io::Error::other)
}

/// Whether kernel and architecture have filters of system calls.
pub(crate) fn supported() -> bool {
    let action: u32 = SECCOMP_RET_KILL_PROCESS;
    // SAFETY: the call reads one number, and says whether filters have that action.
    let known = unsafe { syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) } == 0;
    known && TargetArch::try_from(ARCH).is_ok()
}
