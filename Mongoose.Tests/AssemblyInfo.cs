// Every case runs beside every other one, on an instance of its own. A fixture that must run alone or share its set-up says so, with the reason.
[assembly: Parallelizable(ParallelScope.All)]
[assembly: FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
// More than the processors: many tests wait for sockets, processes and the host's clock.
[assembly: LevelOfParallelism(6)]
