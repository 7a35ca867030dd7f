using Mongoose.Client.Sessions;

namespace Mongoose.Tests.Client.Sessions;

internal sealed class LoginFailuresTests
{
    [TestCase("key", "Could not authenticate your avatar. Please check your username and password", BotFailure.WrongPassword)]
    [TestCase("key", "Sorry! Please check your Password.", BotFailure.WrongPassword)]
    [TestCase("key", "The region is full", BotFailure.LoginRefused)]
    [TestCase("presence", "You appear to be already logged in.", BotFailure.AlreadyLoggedIn)]
    [TestCase("tos", "Read the terms.", BotFailure.LoginRefused)]
    public void The_failure_follows_from_the_services_reason_and_message(string reason, string message, BotFailure failure) =>
        Assert.That(LoginFailures.FromReason(reason, message), Is.EqualTo(failure));
}
