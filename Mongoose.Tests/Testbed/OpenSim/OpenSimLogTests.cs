using Mongoose.Simulators;

namespace Mongoose.Tests.Testbed.OpenSim;

public sealed class OpenSimLogTests
{
    [TestCase("2026-11-21 10:03:43,127 DEBUG [USER ACCOUNT SERVICE]: Created user inventory for Bot Two")]
    [TestCase("2026-11-21 10:03:43,127 WARN  [SCENE]: an ERROR in the text of a warning is none")]
    [TestCase("2026-11-21 10:03:43,127 INFO  [SCENE]: ExceptionHandler registered")]
    [TestCase("2026-11-21 15:02:10,372 ERROR Exception in poll service thread: System.NullReferenceException: "
        + "Object reference not set to an instance of an object.")]
    [TestCase("   at OpenSim.Framework.Servers.HttpServer.PollServiceRequestManager.PoolWorkerJob(Object o)")]
    [TestCase("2026-11-21 16:28:11,887 ERROR [UTIL]: "
        + "Util STP threadfunc 414 terminated with error Object reference not set to an instance of an object.")]
    [TestCase("2026-11-21 16:25:37,565 ERROR [UTIL]: Util STP threadfunc 145 terminated with error Value cannot be null.")]
    [TestCase("2026-11-21 16:27:43,493 ERROR [SCENEGRAPH]: Error in Testbed: Object reference not set to an instance of an object.")]
    public void Expected_lines_pass(string line) => Assert.That(OpenSimLog.Errors([line]), Is.Empty);

    [TestCase("2026-11-21 10:03:43,127 ERROR [LLUDPSERVER]: it broke")]
    [TestCase("2026-11-21 10:03:43,127 ERROR [SCENEGRAPH]: Error in Testbed: Index was outside the bounds of the array.")]
    [TestCase("2026-11-21 10:03:43,127 FATAL [CONFIG]: Could not load any configuration")]
    [TestCase("2026-11-21 10:03:43,127 WARN  [X]: System.NullReferenceException: Object reference not set")]
    [TestCase("System.IO.IOException: disk full")]
    [TestCase("   at OpenSim.Region.Framework.Scenes.Scene.Update(Int32 frames)")]
    [TestCase("Unhandled exception. System.Exception: gone")]
    public void Errors_are_found(string line) =>
        Assert.That(OpenSimLog.Errors(["2026-11-21 10:03:43,127 INFO  fine", line]), Is.EqualTo(new[] { line }));

    private static readonly string[] Other =
        ["2026-11-23 07:54:49,000 ERROR [SCENE]: it broke", "System.Exception: it broke",
            "   at OpenSim.Region.Framework.Scenes.Scene.Update(Int32 frames)"];

    [Test]
    public void A_failure_of_the_stock_sending_loop_is_an_error_only_where_a_module_is_installed()
    {
        string[] sending =
        [
            "2026-11-23 07:54:48,931 ERROR [LLUDPSERVER]: OutgoingPacketHandler iteration for Viewer 27 threw ",
            "System.NullReferenceException: Object reference not set to an instance of an object.",
            "   at OpenSim.Region.ClientStack.LindenUDP.LLUDPServer.SendPacketFinal(OutgoingPacket outgoingPacket)",
        ];
        Assert.That(OpenSimLog.Errors([.. Other, .. sending, .. Other, .. sending], isStock: true), Is.EqualTo(Other.Concat(Other)));
        Assert.That(OpenSimLog.Errors([.. Other, .. sending]), Is.EqualTo(Other.Concat(sending)));
    }

    [TestCase("   at OpenSim.Framework.LocklessQueue`1.Dequeue(T& item)", false)]
    [TestCase("   at OpenSim.Region.Framework.Scenes.Scene.CloseAgent(UUID agentID, Boolean force)", true)]
    public void A_logout_that_fails_is_expected_only_in_the_queue_that_another_close_is_clearing(string place, bool isError)
    {
        string[] logout =
        [
            "2026-11-23 08:09:06,087 ERROR [AsyncInUDP-00000003-4d67-4f53-8000-000000000001]: Job LogoutRequest failed, continuing."
                + "  Exception System.NullReferenceException: Object reference not set to an instance of an object.",
            place,
            "   at OpenSim.Region.ClientStack.LindenUDP.LLUDPClient.Shutdown()",
        ];
        Assert.That(OpenSimLog.Errors([.. logout, .. Other]), Is.EqualTo(isError ? logout.Concat(Other) : Other));
    }

    [TestCase("System.NullReferenceException: it broke",
        "   at OpenSim.Region.ClientStack.LindenUDP.LLClientView.ProcessInPacket(Packet packet)", false)]
    [TestCase("System.NullReferenceException: it broke",
        "   at OpenSim.Region.ClientStack.LindenUDP.LLClientView.HandleLogout(Packet packet)", true)]
    [TestCase("System.IO.IOException: it broke",
        "   at OpenSim.Region.ClientStack.LindenUDP.LLClientView.ProcessInPacket(Packet packet)", true)]
    public void A_packet_that_fails_is_expected_only_where_the_receiving_loop_finds_its_client_closed(string exception,
        string place, bool isError)
    {
        string[] receiving =
        [
            "2026-11-23 22:48:18,443 ERROR [LLUDPSERVER]: IncomingPacketHandler threw ",
            exception,
            place,
            "   at OpenSim.Region.ClientStack.LindenUDP.LLUDPServer.IncomingPacketHandler()",
        ];
        Assert.That(OpenSimLog.Errors([.. receiving, .. Other]), Is.EqualTo(isError ? receiving.Concat(Other) : Other));
    }
}
