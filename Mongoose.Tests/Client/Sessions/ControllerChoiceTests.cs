using Mongoose.Client.Login;
using Mongoose.Client.Requests;
using Mongoose.Client.Sessions;
using Mongoose.Core.Channels;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Client.Sessions;

internal sealed class ControllerChoiceTests
{
    private static readonly DataRate Granted = DataRate.FromKilobitsPerSecond(900);

    private static IEnumerable<string> Names => RateControllers.Names.Append(ControllerChoice.Auto);

    [TestCaseSource(nameof(Names))]
    public void The_controller_requests_no_more_than_the_region_grants(string name)
    {
        RateControlOptions options = new() { UserSetting = DataRate.FromMegabitsPerSecond(3), MaxRate = DataRate.FromMegabitsPerSecond(5) };
        IRateController controller = new ControllerChoice(name, options).CreateFor(new RegionFeatures(HasMongoose: true, Granted));
        ThrottleRequester requester = new(controller, Instant.Zero);
        DataRate max = controller.Rate;
        for (uint i = 1; i < 5000; i++)
        {
            Instant now = Instant.FromSeconds(i * 0.002);
            if (i % 25 == 0)
                requester.OnPing(Duration.FromMilliseconds(50), now);
            requester.OnPacket(i, isResent: false, 1200, now);
            if (requester.TryTake(now, out ThrottleRequest request))
                max = DataRate.Max(max, request.Rate);
        }
        Assert.That(max, Is.LessThanOrEqualTo(Granted).And.GreaterThan(DataRate.Zero), "4.8 Mbit/s arrive without a loss");
    }

    [Test]
    public void The_users_own_limit_applies_if_it_is_below_that_of_the_region()
    {
        RateControlOptions options =
            new() { UserSetting = DataRate.FromMegabitsPerSecond(3), MaxRate = DataRate.FromKilobitsPerSecond(700) };
        IRateController controller = new ControllerChoice(FixedController.ControllerName, options)
            .CreateFor(new RegionFeatures(HasMongoose: false, Granted));
        Assert.That(controller.Rate, Is.EqualTo(options.MaxRate));
    }

    [Test]
    public void By_default_bots_request_no_more_than_OpenSim_grants_by_default()
    {
        DataRate max = new BotRequest().RateControl.MaxRate;
        ChannelRates asked = ViewerSplit.Of(max);
        Assert.That(max, Is.EqualTo(StockThrottles.DefaultClientMaximum));
        Assert.That(asked.Total, Is.LessThanOrEqualTo(StockThrottles.DefaultClientMaximum), "otherwise the region logs each request");
        Assert.That(StockThrottles.FromRequest(asked, StockThrottles.DefaultClientMaximum), Is.EqualTo(asked));
    }
}
