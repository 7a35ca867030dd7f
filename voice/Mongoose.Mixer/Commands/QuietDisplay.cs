namespace Mongoose.Mixer.Commands;

/// <summary>Writes faults only.</summary>
internal sealed class QuietDisplay(TextWriter error) : IMixerDisplay
{
    public void Update(RunView view)
    {
    }

    public void Failed(string fault) => MixerCommand.WriteMessage(error, fault);
}
