namespace Mongoose.Mixer.Commands;

/// <summary>Shows a run to the user. All calls are made on one thread.</summary>
internal interface IMixerDisplay
{
    /// <summary>A second has passed.</summary>
    void Update(RunView view);

    /// <summary>An error has stopped a peer.</summary>
    void Failed(string fault);
}
