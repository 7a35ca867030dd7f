// Every case has an instance of its own. Cases run one after another: OpenSim's console and statistics, and the module's state, belong to the process.
[assembly: FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
