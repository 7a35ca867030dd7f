using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Every field of asset transfers survives.</summary>
public sealed class TransferFieldTests
{
    [ForAll]
    public void TransferRequest_fields(Guid transfer, int channel, int source, int seed)
    {
        var from = new FieldSource(seed);
        float priority = from.Single();
        byte[] parameters = from.Bytes(200);
        byte[] body = Wire.Body(MessageId.TransferRequest, (ref DatagramWriter w) => new TransferRequest
        {
            TransferId = transfer,
            ChannelType = channel,
            SourceType = source,
            Priority = priority,
            Params = parameters,
        }.Write(ref w));

        Assert.That(TransferRequest.TryRead(body, out TransferRequest read));
        Assert.That((read.TransferId, read.ChannelType, read.SourceType, read.Priority),
            Is.EqualTo((transfer, channel, source, priority)));
        Assert.That(read.Params.ToArray(), Is.EqualTo(parameters));
    }

    [ForAll]
    public void TransferInfo_fields(Guid transfer, int channel, int target, int status, int size, int seed)
    {
        byte[] parameters = new FieldSource(seed).Bytes(200);
        byte[] body = Wire.Body(MessageId.TransferInfo, (ref DatagramWriter w) => new TransferInfo
        {
            TransferId = transfer,
            ChannelType = channel,
            TargetType = target,
            Status = status,
            Size = size,
            Params = parameters,
        }.Write(ref w));

        Assert.That(TransferInfo.TryRead(body, out TransferInfo read));
        Assert.That((read.TransferId, read.ChannelType, read.TargetType, read.Status, read.Size),
            Is.EqualTo((transfer, channel, target, status, size)));
        Assert.That(read.Params.ToArray(), Is.EqualTo(parameters));
    }

    [ForAll]
    public void TransferPacket_fields(Guid transfer, int channel, int packet, int status, int seed)
    {
        byte[] data = new FieldSource(seed).Bytes(1000);
        byte[] body = Wire.Body(MessageId.TransferPacket, (ref DatagramWriter w) => new TransferPacket
        {
            TransferId = transfer,
            ChannelType = channel,
            Packet = packet,
            Status = status,
            Data = data,
        }.Write(ref w));

        Assert.That(TransferPacket.TryRead(body, out TransferPacket read));
        Assert.That((read.TransferId, read.ChannelType, read.Packet, read.Status),
            Is.EqualTo((transfer, channel, packet, status)));
        Assert.That(read.Data.ToArray(), Is.EqualTo(data));
    }
}
