using Mongoose.Network.Games;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A player of a game and its server: small datagrams both ways.</summary>
public sealed record GameFlowOptions(GameOptions Game) : FlowKind;
