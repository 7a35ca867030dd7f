using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Reads how the viewer of a circuit receives and acks.</summary>
internal static class ViewerReader
{
    public static ViewerHabits Read(JsonSection section)
    {
        ViewerHabits habits = new()
        {
            Acks = FlowReader.Choice(section, "acks", AckManner.AtOnce),
            AckDelay = section.OptionalNumber("ackCollectMs", 0, 2000, "ms") is { } delay ? Duration.FromMilliseconds(delay) : null,
            Frames = ReadFrames(section),
            AgentUpdatesPerSecond = section.OptionalNumber("agentUpdatesPerSecond", 0, 125),
        };
        section.End();
        return habits;
    }

    private static FrameOptions ReadFrames(JsonSection section)
    {
        FrameOptions initial = new();
        return new FrameOptions
        {
            FramesPerSecond = section.Number("framesPerSecond", initial.FramesPerSecond, 1, 1000),
            HitchLength = Duration.FromSeconds(section.Number("hitchSeconds", 0, 0, 60, "s")),
            HitchInterval = Duration.FromSeconds(section.Number("hitchEverySeconds", initial.HitchInterval.Seconds, 0.001, 86_400, "s")),
            SocketBytes = section.Whole("socketBytes", initial.SocketBytes, FrameOptions.KernelBytes, 1 << 30, "bytes"),
            RingPackets = (int?)section.WholeOrNull("ringPackets", 1, 1_000_000),
            PacketTime = Duration.FromMilliseconds(section.Number("packetMs", initial.PacketTime.Milliseconds, 0.001, 1000, "ms")),
            ProcessingTime = Duration.FromMilliseconds(section.Number("processingMs", initial.ProcessingTime.Milliseconds, 0.001, 1000, "ms")),
        };
    }
}
