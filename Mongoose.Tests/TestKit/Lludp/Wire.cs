using Mongoose.Core.Lludp;

namespace Mongoose.TestKit.Lludp;

/// <summary>Writes datagrams in tests. A ref struct cannot be passed to a lambda in any other way.</summary>
internal static class Wire
{
    public delegate void WriteMessage(ref DatagramWriter w);

    public static byte[] Datagram(WriteMessage write, PacketFlags flags = PacketFlags.None, uint sequence = 0)
    {
        byte[] buffer = new byte[4096];
        var w = new DatagramWriter(buffer, flags, sequence);
        write(ref w);
        Assert.That(w.TryFinish(out int length), "the datagram did not fit");
        return buffer[..length];
    }

    public static byte[] ZeroCodedDatagram(WriteMessage write, PacketFlags flags = PacketFlags.None, uint sequence = 0)
    {
        byte[] buffer = new byte[4096], coded = new byte[4096];
        var w = new DatagramWriter(buffer, flags, sequence);
        write(ref w);
        Assert.That(w.TryFinishZeroCoded(coded, out int length), "the datagram did not fit");
        return coded[..length];
    }

    /// <summary>
    /// Returns the body that a reader gets from a written message, and checks that the plain and the zero-coded datagram give the same
    /// body.
    /// </summary>
    public static byte[] Body(MessageId expected, WriteMessage write)
    {
        byte[] plain = BodyOf(expected, Datagram(write));
        Assert.That(BodyOf(expected, ZeroCodedDatagram(write)), Is.EqualTo(plain), "zero-coded and plain bodies differ");
        return plain;
    }

    public static byte[] Hex(string hex) => Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));

    private static byte[] BodyOf(MessageId expected, byte[] datagram)
    {
        LludpError error = DatagramReader.TryParse(datagram, new byte[DatagramReader.ScratchBytes], out DatagramReader reader);
        Assert.That(error, Is.EqualTo(LludpError.None));
        Assert.That(reader.Message, Is.EqualTo(expected));
        return reader.Body.ToArray();
    }
}
