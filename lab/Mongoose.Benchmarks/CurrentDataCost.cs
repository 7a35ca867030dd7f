using System.Globalization;
using System.Numerics;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Runtime.Time;

namespace Mongoose.Benchmarks;

/// <summary>
/// The cost of the resend rule: of recording an object update when it is queued, sent and acknowledged, and of trimming a resend. A hundred
/// objects move or change, and the acks of 64 packets are always outstanding.
/// </summary>
internal static class CurrentDataCost
{
    private const int Packets = 100_000, Rounds = 15, InFlight = 64, Objects = 100;
    private static readonly DataRate Load = DataRate.FromMegabitsPerSecond(8);

    public static void Run(TextWriter text)
    {
        text.WriteLine("| packet | bytes | recorded | of a core at 8 Mbit/s | a resend, when all is replaced | allocated |");
        text.WriteLine("|---|---:|---:|---:|---:|---:|");
        Write(text, "20 avatars that walk, zero-coded", Terse);
        Write(text, "6 prims, zero-coded", Full);
    }

    private static void Write(TextWriter text, string name, Func<int, byte[]> make)
    {
        byte[][] packets = [.. Enumerable.Range(0, Objects).Select(make)];
        Circuit circuit = new(packets);
        (double recorded, double resent, long allocated) = (double.MaxValue, double.MaxValue, long.MaxValue);
        // The best of many rounds, because other work on the machine only adds time.
        for (int round = 0; round < Rounds; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            recorded = Math.Min(recorded, circuit.Record());
            resent = Math.Min(resent, circuit.Resend());
            allocated = Math.Min(allocated, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        double bytes = packets.Average(packet => packet.Length), perSecond = Load.BytesPerSecond / bytes;
        text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {name} | {bytes:0} | {recorded / 1000:0.00} us | {recorded * perSecond / 1e9 * 100:0.00} % "
                + $"| {resent / 1000:0.00} us | {allocated} bytes |"));
    }

    private static byte[] Terse(int first)
    {
        Random random = new(first);
        byte[] buffer = new byte[2048], motion = new byte[TerseMotion.AvatarBytes];
        DatagramWriter w = new(buffer, PacketFlags.Reliable);
        new ImprovedTerseObjectUpdate(0x0003E800_0003E800, ushort.MaxValue).Write(ref w);
        for (int i = 0; i < 20; i++)
        {
            TerseMotion terse = new((uint)((first + i) % Objects) + 1, 0, new ObjectMotion
            {
                CollisionPlane = new Vector4(0, 0, 1, 25),
                Position = new Vector3(random.NextSingle() * 256, random.NextSingle() * 256, 25),
                Velocity = new Vector3(random.NextSingle() * 3, random.NextSingle() * 3, 0),
                Rotation = Quaternion.CreateFromAxisAngle(Vector3.UnitZ, random.NextSingle() * 6),
            });
            ImprovedTerseObjectUpdate.TryAppend(ref w, new TerseObject { Data = terse.WriteTo(motion) });
        }
        return Finish(w);
    }

    private static byte[] Full(int first)
    {
        Random random = new(first);
        byte[] buffer = new byte[4096], textures = new byte[46];
        byte[] motion = new byte[ObjectMotion.PrimBytes];
        random.NextBytes(textures);
        DatagramWriter w = new(buffer, PacketFlags.Reliable);
        new ObjectUpdate(0x0003E800_0003E800, ushort.MaxValue).Write(ref w);
        for (int i = 0; i < 6; i++)
        {
            ObjectUpdate.TryAppend(ref w, new ObjectUpdateBlock
            {
                LocalId = (uint)((first + i) % Objects) + 1,
                FullId = new Guid(first, 1, 2, [1, 2, 3, 4, 5, 6, 7, (byte)i]),
                Crc = (uint)random.Next(),
                PCode = 9,
                Material = 3,
                Scale = new Vector3(0.5f, 0.5f, 0.5f),
                ObjectData = new ObjectMotion
                {
                    Position = new Vector3(random.NextSingle() * 256, 128, 25),
                    Rotation = Quaternion.Identity
                }.WriteTo(motion),
                UpdateFlags = 0x10000000,
                Shape = new PrimShape { PathCurve = 16, ProfileCurve = 1, PathScaleX = 100, PathScaleY = 100 },
                TextureEntry = textures,
            });
        }
        return Finish(w);
    }

    private static byte[] Finish(in DatagramWriter w)
    {
        byte[] coded = new byte[4096];
        w.TryFinishZeroCoded(coded, out int length);
        return coded[..length];
    }

    /// <summary>A circuit that sends the packets one after another.</summary>
    private sealed class Circuit
    {
        private readonly byte[][] _packets;
        private readonly CircuitUpdates _updates;
        private readonly byte[] _copy = new byte[4096];
        private uint _number;

        public Circuit(byte[][] packets)
        {
            _packets = packets;
            _updates = new CircuitUpdates(ResendRule.Trimmed, new UpdateTrimmer(), number => _number - number < InFlight);
        }

        /// <summary>The nanoseconds per packet.</summary>
        public double Record()
        {
            Duration before = ThreadCpuTime.Current()!.Value;
            for (int i = 0; i < Packets; i++)
            {
                _updates.Sent(_updates.Queued(_packets[i % _packets.Length]), ++_number);
                _updates.ForgetAcked();
            }
            return (ThreadCpuTime.Current()!.Value - before).Microseconds * 1000 / Packets;
        }

        /// <summary>
        /// The nanoseconds per resend of a packet of which nothing is current, with the copy that each resend needs here.
        /// </summary>
        public double Resend()
        {
            Duration before = ThreadCpuTime.Current()!.Value;
            for (int i = 0; i < Packets; i++)
            {
                // Two packets in turn: trimming the same packet again would cost nothing.
                uint number = _number - InFlight + 1 + (uint)(i % 2);
                byte[] packet = _packets[(int)((number - 1) % _packets.Length)];
                packet.CopyTo(_copy, 0);
                _updates.Trim(number, _copy.AsSpan(0, packet.Length));
            }
            return (ThreadCpuTime.Current()!.Value - before).Microseconds * 1000 / Packets;
        }
    }
}
