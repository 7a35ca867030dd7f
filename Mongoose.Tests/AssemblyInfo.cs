// One more than there are processors at least: the tests that start simulators wait more than they work.
[assembly: LevelOfParallelism(3)]
