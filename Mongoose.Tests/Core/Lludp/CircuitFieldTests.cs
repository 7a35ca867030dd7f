using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Every field of the messages that open, keep and close a circuit survives.</summary>
public sealed class CircuitFieldTests
{
    [ForAll]
    public void UseCircuitCode_fields(uint code, Guid session, Guid agent)
    {
        var written = new UseCircuitCode(code, session, agent);
        Assert.That(UseCircuitCode.TryRead(Wire.Body(MessageId.UseCircuitCode, written.Write), out UseCircuitCode read));
        Assert.That(read, Is.EqualTo(written));
    }

    [ForAll]
    public void StartPingCheck_and_CompletePingCheck_fields(byte id, uint oldest)
    {
        var start = new StartPingCheck(id, oldest);
        Assert.That(StartPingCheck.TryRead(Wire.Body(MessageId.StartPingCheck, start.Write), out StartPingCheck readStart));
        Assert.That(readStart, Is.EqualTo(start));

        var complete = new CompletePingCheck(id);
        byte[] body = Wire.Body(MessageId.CompletePingCheck, complete.Write);
        Assert.That(CompletePingCheck.TryRead(body, out CompletePingCheck readComplete));
        Assert.That(readComplete, Is.EqualTo(complete));
    }

    [ForAll]
    public void PacketAck_ids(uint[] ids)
    {
        byte[] body = Wire.Body(MessageId.PacketAck, (ref DatagramWriter w) =>
        {
            new PacketAck().Write(ref w);
            foreach (uint id in ids)
                PacketAck.TryAppend(ref w, id);
        });

        Assert.That(PacketAck.TryRead(body, out PacketAck read));
        Assert.That(read.Sequences.Count, Is.EqualTo(ids.Length));
        for (int i = 0; i < ids.Length; i++)
            Assert.That(read.Sequences[i], Is.EqualTo(ids[i]));
    }

    [ForAll]
    public void LogoutRequest_fields(Guid agent, Guid session)
    {
        var written = new LogoutRequest(agent, session);
        Assert.That(LogoutRequest.TryRead(Wire.Body(MessageId.LogoutRequest, written.Write), out LogoutRequest read));
        Assert.That(read, Is.EqualTo(written));
    }

    [ForAll]
    public void LogoutReply_fields(Guid agent, Guid session, Guid[] items)
    {
        byte[] body = Wire.Body(MessageId.LogoutReply, (ref DatagramWriter w) =>
        {
            new LogoutReply { AgentId = agent, SessionId = session }.Write(ref w);
            foreach (Guid item in items)
                LogoutReply.TryAppend(ref w, item);
        });

        Assert.That(LogoutReply.TryRead(body, out LogoutReply read));
        Assert.That((read.AgentId, read.SessionId, read.Items.Count), Is.EqualTo((agent, session, items.Length)));
        for (int i = 0; i < items.Length; i++)
            Assert.That(read.Items[i], Is.EqualTo(items[i]));
    }
}
