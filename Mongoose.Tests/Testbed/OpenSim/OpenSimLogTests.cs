using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Testbed.OpenSim;

public sealed class OpenSimLogTests
{
    [TestCase("2026-11-21 10:03:43,127 DEBUG [USER ACCOUNT SERVICE]: Created user inventory for Bot Two")]
    [TestCase("2026-11-21 10:03:43,127 WARN  [SCENE]: an ERROR in the text of a warning is none")]
    [TestCase("2026-11-21 10:03:43,127 INFO  [SCENE]: ExceptionHandler registered")]
    [TestCase("2026-11-21 15:02:10,372 ERROR Exception in poll service thread: System.NullReferenceException: Object reference not set to an instance of an object.")]
    [TestCase("   at OpenSim.Framework.Servers.HttpServer.PollServiceRequestManager.PoolWorkerJob(Object o)")]
    [TestCase("2026-11-21 16:28:11,887 ERROR [UTIL]: Util STP threadfunc 414 terminated with error Object reference not set to an instance of an object.")]
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
    public void Errors_are_found(string line) => Assert.That(OpenSimLog.Errors(["2026-11-21 10:03:43,127 INFO  fine", line]), Is.EqualTo(new[] { line }));
}
