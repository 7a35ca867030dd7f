// One more than NUnit has on two processors: tests that start simulators wait more than they work.
[assembly: LevelOfParallelism(3)]
