using System.Text.Json;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>The fields of deploy/kubernetes/job.yaml on which a run relies. README.md there says how the whole file was checked.</summary>
[FixtureLifeCycle(LifeCycle.SingleInstance)]
public sealed class ManifestTests
{
    private const string ToJson = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))";

    private JsonElement _spec, _pod;

    [OneTimeSetUp]
    public void Read()
    {
        HostProgram.SkipWithout("python3");
        if (Outside.Try("python3", "-c", "import yaml").Code != 0)
            Assert.Ignore("python3 cannot read YAML: apt install python3-yaml");
        string file = Path.Combine(Repository.Root(), "deploy", "kubernetes", "job.yaml");
        using JsonDocument document = JsonDocument.Parse(Outside.Run("python3", "-c", ToJson, file));
        _spec = document.RootElement.GetProperty("spec").Clone();
        _pod = _spec.GetProperty("template").GetProperty("spec");
    }

    [Test]
    public void Every_part_has_an_index_and_all_run_at_the_same_time()
    {
        Assert.That(_spec.GetProperty("completionMode").GetString(), Is.EqualTo("Indexed"));
        Assert.That(_spec.GetProperty("parallelism").GetInt32(), Is.EqualTo(_spec.GetProperty("completions").GetInt32()));
        Assert.That(Bot.GetProperty("args").EnumerateArray().Select(argument => argument.GetString()),
            Does.Contain("$(JOB_COMPLETION_INDEX)/$(SHARDS)"));
        Assert.That(Bot.GetProperty("env").EnumerateArray().First(variable => variable.GetProperty("name").GetString() == "SHARDS")
            .GetProperty("value").GetString(),
            Is.EqualTo(_spec.GetProperty("completions").GetRawText()));
    }

    [Test]
    public void Parts_share_a_node_rather_than_wait_for_one()
    {
        JsonElement spread = _pod.GetProperty("topologySpreadConstraints").EnumerateArray().Single();
        Assert.That(spread.GetProperty("whenUnsatisfiable").GetString(), Is.EqualTo("ScheduleAnyway"));
        Assert.That(spread.GetProperty("nodeTaintsPolicy").GetString(), Is.EqualTo("Honor"));
    }

    [Test]
    public void Containers_use_the_image_of_the_node_and_have_no_rights_that_they_do_not_need()
    {
        foreach (JsonElement container in _pod.GetProperty("containers").EnumerateArray())
        {
            Assert.That(container.GetProperty("imagePullPolicy").GetString(), Is.EqualTo("IfNotPresent"));
            Assert.That(container.GetProperty("securityContext").GetProperty("allowPrivilegeEscalation").GetBoolean(), Is.False);
            Assert.That(container.GetProperty("securityContext").GetProperty("capabilities").GetProperty("drop")[0].GetString(),
                Is.EqualTo("ALL"));
        }
        Assert.That(_pod.GetProperty("securityContext").GetProperty("seccompProfile").GetProperty("type").GetString(),
            Is.EqualTo("RuntimeDefault"));
    }

    [Test]
    public void No_part_runs_twice()
    {
        Assert.That(_spec.GetProperty("backoffLimitPerIndex").GetInt32(), Is.Zero);
        Assert.That(_pod.GetProperty("restartPolicy").GetString(), Is.EqualTo("Never"));
    }

    [Test]
    public void The_bots_have_time_to_leave_after_a_signal_that_reaches_them()
    {
        Assert.That(_pod.GetProperty("terminationGracePeriodSeconds").GetInt32(), Is.GreaterThanOrEqualTo(30));
        Assert.That(Bot.TryGetProperty("command", out _), Is.False, "without a shell around them");
    }

    [Test]
    public void The_account_is_in_a_secret_and_not_in_the_manifest()
    {
        JsonElement account = _pod.GetProperty("volumes").EnumerateArray()
            .First(volume => volume.GetProperty("name").GetString() == "account");
        Assert.That(account.GetProperty("secret").GetProperty("defaultMode").GetInt32() & 7, Is.Zero);
        Assert.That(Bot.GetRawText(), Does.Not.Contain("assword"));
    }

    private JsonElement Bot =>
        _pod.GetProperty("containers").EnumerateArray().First(container => container.GetProperty("name").GetString() == "bot");
}
