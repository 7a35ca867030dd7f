namespace Mongoose.Client.Viewers;

/// <summary>The controls of an <see cref="Core.Lludp.Messages.AgentUpdate"/> (AGENT_CONTROL_* in viewers).</summary>
[Flags]
public enum AgentControls : uint
{
    None = 0,
    Forward = 1,
    Backward = 2,
    Up = 1 << 4,
    Fast = 1 << 10,
    Fly = 1 << 13,
}
