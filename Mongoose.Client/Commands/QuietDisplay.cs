namespace Mongoose.Client.Commands;

/// <summary>Only what goes wrong.</summary>
internal sealed class QuietDisplay(TextWriter error) : IBotDisplay
{
    public void Update(RunView view)
    {
    }

    public void Failed(string bot, string failure) => error.WriteLine($"{bot}: {failure}");
}
