namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Told how far a scenario is; from several threads.</summary>
public interface IScenarioProgress
{
    void Begin(Scenario scenario, ClockKind clock, int runs);

    void Finished(long seed);
}
