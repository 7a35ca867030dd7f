namespace Mongoose.Network.Packets;

/// <summary>Handles a message that has arrived; the span is valid during the call only.</summary>
public delegate void MessageHandler(ReadOnlySpan<byte> message);
