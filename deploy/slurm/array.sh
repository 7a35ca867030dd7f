#!/bin/bash
# A part of a run as a task of a Slurm array; run submits it. README.md explains it.
#SBATCH --job-name=mongoose-bots
#SBATCH --array=0-3
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=600M
# A part never runs twice, because its accounts may still be logged in.
#SBATCH --no-requeue
# Near the end of the time limit the bots leave, and write their results. B: the signal goes to this script, which is the bot by then.
#SBATCH --signal=B:INT@60

# array.sh OUT SHARDS START COMMAND [OPTIONS OF MONGOOSE-BOT]
out=$1 shards=$2 start=$3 command=$4
shift 4
# Without exec, signals would end bash and not reach the bot.
# shellcheck disable=SC2086 # A command and its arguments.
exec $command "$@" --shard "$SLURM_ARRAY_TASK_ID/$shards" --start-at "$start" --json "$out/part-$SLURM_ARRAY_TASK_ID.json"
