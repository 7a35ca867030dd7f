using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Janus;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Mixer.Commands;

public sealed class PayloadTypeAdviceTests
{
    [TestCase(0, "opus", null, "the mixer sends payload type 0, not 97, and the room does not hear it: give --codec PCMU")]
    [TestCase(8, "opus", null, "the mixer sends payload type 8, not 97, and the room does not hear it: give --codec PCMA")]
    [TestCase(8, "PCMU", null, "the mixer sends payload type 8, not 0, and the room does not hear it: give --codec PCMA")]
    [TestCase(111, "opus", null, "the mixer sends payload type 111, not 97, and the room does not hear it: give --payload-type 111")]
    [TestCase(97, "PCMU", null, "the mixer sends payload type 97, not 0, and the room does not hear it: give --codec opus")]
    [TestCase(111, "PCMU", null,
        "the mixer sends payload type 111, not 0, and the room does not hear it: give --codec opus --payload-type 111")]
    [TestCase(0, "PCMU", 100, "the mixer sends payload type 0, not 100, and the room does not hear it: give --payload-type 0")]
    [TestCase(0, "opus", 111,
        "the mixer sends payload type 0, not 111, and the room does not hear it: give --codec PCMU --payload-type 0")]
    public void The_advice_names_the_options_with_which_the_room_hears_the_mixer(byte sent, string codec, int? expected, string advice)
    {
        AudioFormat.TryParse(codec, out AudioFormat format);
        Assert.That(PayloadTypeAdvice.Of(sent, new RoomOptions { Room = "1", Format = format, PayloadType = (byte?)expected }),
            Is.EqualTo(advice));
    }
}
