using System.Reflection;
using Mongoose.Core.Settings;
using Mongoose.Testbed.Scenarios;

namespace Mongoose.Tests.Testbed.Scenarios.Reading;

/// <summary>A kind that was declared, but forgotten in one place, fails here.</summary>
public sealed class FlowKindTests
{
    private static readonly string[] Numbers =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

    [TestCaseSource(nameof(Keys))]
    public void A_flow_is_of_the_kind_whose_key_it_has(string key)
    {
        PropertyInfo property = Kinds.Single(kind => KeyOf(kind) == key);
        FlowKindSettings settings = new();
        property.SetValue(settings, Setting.Initial(property.PropertyType));
        object read = ((ISettingRules)settings).Finish(new OnlyKey(key));
        Assert.That(read, Is.SameAs(property.GetValue(settings)));
        Assert.That(((FlowKind)read).Key, Is.EqualTo(key));
    }

    [Test]
    public void Every_kind_of_flow_has_a_key()
    {
        IEnumerable<Type> kinds = typeof(FlowKind).Assembly.GetTypes()
            .Where(type => type.IsSubclassOf(typeof(FlowKind)) && !type.IsAbstract);
        Assert.That(Kinds.Select(kind => kind.PropertyType), Is.EquivalentTo(kinds));
    }

    [Test]
    public void The_document_states_the_number_of_kinds() => Assert.That(
        Kinds.First().GetCustomAttribute<SettingAttribute>()!.Text,
        Does.EndWith($"exactly one of these {Numbers[Kinds.Count() - 1]} keys"));

    private static IEnumerable<PropertyInfo> Kinds =>
        typeof(FlowKindSettings).GetProperties().Where(property => property.IsDefined(typeof(SettingAttribute)));

    private static IEnumerable<string> Keys => Kinds.Select(KeyOf);

    private static string KeyOf(PropertyInfo kind) => kind.GetCustomAttribute<SettingAttribute>()!.Key;

    private sealed class OnlyKey(string key) : ISettingReport
    {
        public bool Has(string other) => other == key;

        public void Problem(string? place, string reason) => Assert.Fail(reason);

        public string PathOf(string file) => file;
    }
}
