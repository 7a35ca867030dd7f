using System.Text;

namespace Mongoose.TestKit.Files;

/// <summary>Standard output on a disk that is full.</summary>
internal sealed class FullWriter : TextWriter
{
    private const int NoSpace = 28;

    public override Encoding Encoding => Encoding.UTF8;

    /// <summary>How often something was not written.</summary>
    public int Refused { get; private set; }

    public override void Write(char value) => Refuse();

    public override void Write(string? value) => Refuse();

    public override void WriteLine(string? value) => Refuse();

    private void Refuse()
    {
        Refused++;
        throw new IOException("No space left on device", NoSpace);
    }
}
