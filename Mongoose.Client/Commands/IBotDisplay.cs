namespace Mongoose.Client.Commands;

/// <summary>What a running run shows to people. Calls come from one thread.</summary>
internal interface IBotDisplay
{
    /// <summary>A second has passed.</summary>
    void Update(RunView view);

    /// <summary>A bot's visit has come to an end by itself.</summary>
    void Failed(string bot, string failure);
}
