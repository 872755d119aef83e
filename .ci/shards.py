"""Plays the shards of a simulation on a local cluster of Dask, and kills a worker while it plays.

usage: shards.py SCENARIO GAMES SHARDS FOLDER; GROGNARD names the program."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time

from dask.distributed import Client, LocalCluster, as_completed


def die_with_parent():
    """Ends a game when its worker dies, because another worker then plays it (Linux)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def play(program, scenario, games, index, shards, folder):
    """Plays one shard. Games that a killed worker has written are not played again."""
    file = os.path.join(folder, f"{index}.jsonl")
    begun = os.path.exists(file)
    command = [program, "sim", scenario, "--no-mods", "--games", games, "--jobs", "1", "--shard", f"{index}/{shards}", "-o", file]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, preexec_fn=die_with_parent)
    return index, begun


def kill_one(client, folder):
    """Kills a worker once the first shard has been written in part."""
    while not os.listdir(folder):
        time.sleep(0.05)
    time.sleep(1)
    victim = next(iter(client.run(os.getpid).values()))
    print(f"killing the worker with process {victim}", flush=True)
    os.kill(victim, signal.SIGKILL)


def main():
    scenario, games, shards, folder = sys.argv[1:5]
    os.makedirs(folder)
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, Client(cluster) as client:
        killer = threading.Thread(target=kill_one, args=(client, folder), daemon=True)
        program = os.environ["GROGNARD"]
        futures = [client.submit(play, program, scenario, games, index, int(shards), folder, retries=5) for index in range(1, int(shards) + 1)]
        killer.start()
        resumed = [index for index, begun in (future.result() for future in as_completed(futures)) if begun]
        killer.join()
        print(f"{shards} shards played; {len(resumed)} went on from what a killed worker had written", flush=True)


if __name__ == "__main__":
    main()
