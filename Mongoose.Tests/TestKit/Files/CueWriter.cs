namespace Mongoose.TestKit.Files;

/// <summary>Runs an action when a given text has been written.</summary>
internal sealed class CueWriter(string cue, Action action) : StringWriter
{
    public override void WriteLine(string? value)
    {
        base.WriteLine(value);
        if (value?.Contains(cue, StringComparison.Ordinal) == true)
            action();
    }
}
