#!/bin/sh
# Starts Slurm on this machine alone, in the folder P, without systemd and cgroups, for tests:
# munged, slurmctld and slurmd, as root.
#
#   start.sh P     starts; then SLURM_CONF=P/slurm.conf squeue, and so on
#   start.sh P controller   starts the controller again
#   start.sh P stop
#
# What lies in P/unshared is not seen by tasks: the node has another folder there.
set -eu
P=$1
what=${2:-start}
PATH=$PATH:/usr/sbin
SLURM_CONF=$P/slurm.conf
export SLURM_CONF

end() { # a daemon, by its file of the process number
  [ -s "$1" ] || return 0
  pid=$(cat "$1")
  kill "$pid" 2>/dev/null || return 0
  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$pid" 2>/dev/null || return 0; sleep 0.2; done
  kill -KILL "$pid" 2>/dev/null || true
}

case $what in
stop)
  # without a configuration, Slurm's commands look for one for a minute
  [ -s "$SLURM_CONF" ] || exit 0
  scancel --quiet --user "$(id -un)" 2>/dev/null || true
  end "$P/run/slurmctld.pid"
  end "$P/run/slurmd.pid"
  # what jobs left behind
  for pid in $(pgrep slurmstepd 2>/dev/null || true); do
    tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | grep -qx "SLURM_CONF=$P/slurm.conf" && kill -KILL "$pid" 2>/dev/null || true
  done
  end "$P/run/munged.pid"
  exit ;;
controller)
  slurmctld
  exit ;;
esac

mkdir -p "$P/state" "$P/spool" "$P/log" "$P/run" "$P/unshared"
chmod 755 "$P" "$P/run"
host=$(hostname -s)
cpus=$(nproc)
cat >"$SLURM_CONF" <<END
ClusterName=heddle
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${SLURM_PORT:-16817}
SlurmdPort=$((${SLURM_PORT:-16817} + 1))
AuthType=auth/munge
AuthInfo=socket=$P/run/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
ProctrackType=proctrack/linuxproc
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
StateSaveLocation=$P/state
SlurmdSpoolDir=$P/spool
SlurmctldPidFile=$P/run/slurmctld.pid
SlurmdPidFile=$P/run/slurmd.pid
SlurmctldLogFile=$P/log/slurmctld.log
SlurmdLogFile=$P/log/slurmd.log
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=2,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
MailProg=/bin/true
SlurmdParameters=config_overrides
# a test cannot wait for minutes
KillWait=5
OverTimeLimit=0
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus RealMemory=4000 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
dd if=/dev/urandom of="$P/run/munge.key" bs=128 count=1 2>/dev/null
chmod 400 "$P/run/munge.key"
munged --force --key-file="$P/run/munge.key" --socket="$P/run/munge.socket" --pid-file="$P/run/munged.pid" \
  --log-file="$P/log/munged.log" --seed-file="$P/run/munge.seed"
slurmctld -c
# the node: a mount of its own hides what is not shared
unshare --mount sh -c "mount -t tmpfs none '$P/unshared' && exec slurmd"
for _ in $(seq 100); do
  if sinfo --noheader --format=%t 2>/dev/null | grep -q idle; then exit; fi
  sleep 0.2
done
echo "the node does not become idle:" >&2
tail -n 5 "$P/log/"*.log >&2
exit 1
