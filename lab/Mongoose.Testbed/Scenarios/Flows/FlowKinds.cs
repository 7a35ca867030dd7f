using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Creates flows of any kind in any place that supports them.</summary>
internal static class FlowKinds
{
    /// <param name="place">The place where the flow lives.</param>
    /// <param name="member">The flow's number in the group, from 1.</param>
    public static IFlow Create(Place place, FlowGroup group, int member, FlowRecord record) => group.Kind switch
    {
        CircuitOptions circuit => CircuitFlow.Create(place, group, circuit, member, record),
        TcpFlowOptions tcp => TcpFlows.Create(place, group, tcp, member, record),
        ParticleOptions particles => new ParticleFlow(place, group, particles, member, record),
        GameFlowOptions game => new GameFlow(place, group, game.Game, member),
        VoiceOptions voice => new VoiceFlow(place, group, voice, member, record),
        MixerOptions mixer => new MixerFlow(place, group, mixer, member, record),
        DatagramOptions datagrams => new DatagramFlow(place, group, datagrams, member),
        DownloadFlowOptions downloads => DownloadFlow.Create(place, group, downloads, member, record),
        _ => throw new NotSupportedException($"flow {group.Name}: {group.Kind}"),
    };
}
