namespace Mongoose.Core.Lludp;

/// <summary>
/// A message number with its frequency, equal to its bytes on the wire: one byte for High, FF and one byte for Medium, FF FF and two bytes
/// for Low and Fixed. The numbers are from message_template.msg. A value may also be a number without a name in this enum.
/// </summary>
public enum MessageId : uint
{
    StartPingCheck = 1,
    CompletePingCheck = 2,
    AgentUpdate = 4,
    RequestImage = 8,
    ImageData = 9,
    ImagePacket = 10,
    LayerData = 11,
    ObjectUpdate = 12,
    ObjectUpdateCompressed = 13,
    ObjectUpdateCached = 14,
    ImprovedTerseObjectUpdate = 15,
    KillObject = 16,
    TransferPacket = 17,

    UseCircuitCode = 0xFFFF0000 + 3,
    TeleportLocationRequest = 0xFFFF0000 + 63,
    TeleportLocal = 0xFFFF0000 + 64,
    TeleportFailed = 0xFFFF0000 + 74,
    AgentThrottle = 0xFFFF0000 + 81,
    ImageNotInDatabase = 0xFFFF0000 + 86,
    ObjectSelect = 0xFFFF0000 + 110,
    RegionHandshake = 0xFFFF0000 + 148,
    RegionHandshakeReply = 0xFFFF0000 + 149,
    DisableSimulator = 0xFFFF0000 + 152,
    TransferRequest = 0xFFFF0000 + 153,
    TransferInfo = 0xFFFF0000 + 154,
    AvatarAppearance = 0xFFFF0000 + 158,
    KickUser = 0xFFFF0000 + 163,
    CompleteAgentMovement = 0xFFFF0000 + 249,
    AgentMovementComplete = 0xFFFF0000 + 250,
    LogoutRequest = 0xFFFF0000 + 252,
    LogoutReply = 0xFFFF0000 + 253,

    PacketAck = 0xFFFFFFFB,
    CloseCircuit = 0xFFFFFFFD,
}
