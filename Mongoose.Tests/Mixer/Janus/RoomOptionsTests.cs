using Mongoose.Mixer.Janus;

namespace Mongoose.Tests.Mixer.Janus;

public sealed class RoomOptionsTests
{
    [TestCase("1234", "1234")]
    [TestCase("+12", "\"\\u002B12\"")]
    [TestCase(" 12", "\" 12\"")]
    [TestCase("lobby", "\"lobby\"")]
    public void A_room_of_digits_alone_is_a_number(string room, string json) =>
        Assert.That(new RoomOptions { Room = room }.Id.ToJsonString(), Is.EqualTo(json));
}
