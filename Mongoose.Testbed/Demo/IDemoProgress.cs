using Mongoose.Core.Units;

namespace Mongoose.Testbed.Demo;

/// <summary>What a running demo tells.</summary>
public interface IDemoProgress
{
    /// <summary>A pair of runs at one circuit rate begins.</summary>
    void Begin(DataRate throttle, Duration length);

    /// <summary>About four times a second: how far the pair is, and what each server sends at present.</summary>
    void Update(Duration elapsed, IReadOnlyList<(string Server, DataRate Rate)> current);

    /// <summary>The pair has ended.</summary>
    void End();
}
