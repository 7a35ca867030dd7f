using Mongoose.Core.Downloads;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Findings;

/// <summary>Who suffers, and from what: a cause is named with its evidence, or not at all.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class DiagnosisTests
{
    private static readonly RegionEvidence Welcome = Cases.Region();

    /// <summary>A region whose scripts use nearly all that the process may use, while frames and sending threads are in time.</summary>
    private static readonly RegionEvidence Scripted = Cases.Region(Cases.Simulation with { ScriptCores = 1.7 });

    private static readonly ProcessHealth Full = Cases.Process with { UsedCores = 1.9, HostUsedCores = 1.95, Late = 0.01 };

    private static readonly ProcessHealth LittleLate = Cases.Starved with { Lateness = Duration.FromMilliseconds(180) };

    [Test]
    public void If_all_is_well_nothing_is_named()
    {
        Diagnosis diagnosis = Cases.Diagnose(Cases.Process, Cases.Visitor(Welcome));
        Assert.That((diagnosis.Findings.Count, diagnosis.Harmed, diagnosis.Text), Is.EqualTo((0, 0, "1 visitor: none suffers.")));
    }

    [Test]
    public void Without_visitors_none_suffers() => Assert.That(
        Diagnosis.Make(new Evidence { Process = Cases.Process, Regions = [Welcome] }).Text, Is.EqualTo("The simulator has no visitors."));

    [TestCase(LimitedBy.Viewer, "viewer")]
    [TestCase(LimitedBy.Cap, "cap")]
    [TestCase(LimitedBy.Scene, "scene")]
    [TestCase(LimitedBy.PathDelay, "delay")]
    [TestCase(LimitedBy.PathLoss, "loss")]
    [TestCase(LimitedBy.Downloads, "downloads")]
    public void A_download_at_its_limit_is_named_and_harms_nobody(LimitedBy limit, string cause)
    {
        Diagnosis diagnosis = Cases.Diagnose(Cases.Process, Cases.Limited(Welcome, limit), Cases.Visitor(Welcome, 2));
        Finding finding = diagnosis.Findings.Single();
        Assert.That((finding.Cause.Name, finding.Harmed, diagnosis.Harmed), Is.EqualTo((cause, 0, 0)));
        Assert.That(finding.Visitors, Is.EqualTo(new[] { 1 }));
        Assert.That(finding.Sentence, Does.StartWith("1 of 2 visitors is limited by"));
    }

    [Test]
    public void A_starved_process_is_the_cause_and_not_the_settings_that_nobody_reaches()
    {
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, 8).Select(number => Slowed(LimitedBy.Host, number))];
        Diagnosis diagnosis = Cases.Diagnose(Cases.Starved, visitors);
        Finding finding = diagnosis.Findings.Single();
        Assert.That((finding.Cause, finding.Harmed, finding.IsSure), Is.EqualTo((Cause.Host, 8, true)));
        Assert.That(finding.Sentence, Does.Contain("0.12 cores").And.Contain("quota"));
        Assert.That(finding.Advice, Does.Contain("quota"));
    }

    [TestCase(180, 0, Description = "visitors do not notice a sixth of a second")]
    [TestCase(400, 8)]
    public void A_late_process_harms_by_the_time_that_updates_wait_for_it(double latenessMs, int harmed)
    {
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, 8).Select(number => Cases.Visitor(Welcome, number))];
        Diagnosis diagnosis = Cases.Diagnose(Cases.Starved with { Lateness = Duration.FromMilliseconds(latenessMs) }, visitors);
        Assert.That((diagnosis.Findings.Single().Cause, diagnosis.Findings[0].Visitors.Count, diagnosis.Harmed),
            Is.EqualTo((Cause.Host, 8, harmed)));
    }

    [TestCase(LimitedBy.PathDelay)]
    [TestCase(LimitedBy.PathLoss)]
    [TestCase(LimitedBy.Window)]
    public void What_a_starved_process_takes_for_the_path_is_its_own_delay(LimitedBy limit) =>
        Assert.That(Cases.Diagnose(Cases.Starved, Slowed(limit, 1)).Findings.Single().Cause, Is.EqualTo(Cause.Host));

    [TestCase(6, 3, 400, "delay", Description = "without the lateness the visitor would get 500 kbit/s of 3000")]
    [TestCase(6, 3, 1900, "host")]
    public void Of_a_late_sender_and_a_slow_line_the_one_counts_that_costs_the_circuit_more(
        double delayed, double late, double used, string cause)
    {
        VisitorEvidence visitor = Cases.Limited(Welcome, LimitedBy.Host) with
        {
            LimitedTime = Cases.Time((LimitedBy.PathDelay, delayed), (LimitedBy.Host, late), (LimitedBy.Nothing, 1)),
        };
        DataRate permitted = Cases.Kbps(used / (1 - late / 10));
        visitor = visitor with { Figures = visitor.Figures with { UsedRate = Cases.Kbps(used), CurrentRate = permitted } };
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Findings.Single().Cause.Name, Is.EqualTo(cause));
    }

    [Test]
    public void Of_causes_that_harm_nobody_the_one_whose_end_brings_most_comes_first()
    {
        VisitorEvidence line = Cases.OnSlowLine(Welcome, LimitedBy.PathLoss, kilobits: 500);
        line = line with { Figures = line.Figures with { PathDelay = Duration.Zero } };
        VisitorEvidence[] late = [.. Enumerable.Range(2, 3).Select(number => Late(number, 1))];
        ProcessHealth process = LittleLate with { Late = 0.2 };
        Diagnosis diagnosis = Cases.Diagnose(process, [line, .. late]);
        Assert.That(diagnosis.Findings.Select(finding => finding.Cause.Name), Is.EqualTo(new[] { "loss", "host" }));
        Assert.That(diagnosis.Findings.Select(finding => finding.Missed), Is.EqualTo(new[] { (0.8 * 3 - 0.5) / 3, 0.3 }).Within(1e-9));
        Diagnosis harmed = Cases.Diagnose(Cases.Process, line, Silent(Welcome, 2));
        Assert.That((harmed.Worst!.Cause.Name, harmed.Text),
            Is.EqualTo(("window", "1 of 2 visitors suffers. 1 of 2 visitors is limited by missing acks.")));
        Assert.That(Cases.Diagnose(LittleLate, [line, .. late]).Findings[0].Cause, Is.EqualTo(Cause.Host),
            "a process that is late 60 % of the time cannot use what a quicker line brings");
        late = [.. Enumerable.Range(2, 3).Select(number => Late(number, 4))];
        Assert.That(Cases.Diagnose(process, [line, .. late]).Findings[0].Cause, Is.EqualTo(Cause.Host));

        static VisitorEvidence Late(int number, double seconds) => Cases.Limited(Welcome, LimitedBy.Host, number) with
        {
            LimitedTime = Cases.Time((LimitedBy.Host, seconds), (LimitedBy.Cap, 10 - seconds)),
        };
    }

    [Test]
    public void Where_the_region_s_total_limit_is_reached_a_quicker_line_brings_visitors_nothing()
    {
        VisitorEvidence line = Cases.OnSlowLine(Welcome, LimitedBy.PathDelay, kilobits: 200);
        VisitorEvidence other = Cases.Limited(Welcome, LimitedBy.Scene, number: 2);
        other = other with { Figures = other.Figures with { CurrentRate = Cases.Kbps(1400), UsedRate = Cases.Kbps(1400) } };
        VisitorEvidence elsewhere = Cases.OnSlowLine(Cases.Region(name: "Beach"), LimitedBy.PathDelay, kilobits: 200, number: 3);
        Diagnosis diagnosis = Cases.Diagnose(Cases.Process, line, other, elsewhere);
        Assert.That(diagnosis.Visitors.Select(verdict => verdict.Missed), Is.EqualTo(new[] { 0, 1.6 / 3, 2.8 / 3 }).Within(1e-9));
    }

    [TestCase(LimitedBy.Nothing, 3000, 0)]
    [TestCase(LimitedBy.Viewer, 3000, 0)]
    [TestCase(LimitedBy.Viewer, 400, 0.6, Description = "nearly all ask for 1 Mbit/s")]
    public void Who_gets_what_the_viewer_asks_for_misses_nothing_unless_that_is_little(LimitedBy limit, double kilobits, double missed)
    {
        VisitorEvidence visitor = Cases.Limited(Welcome, limit);
        DataRate rate = Cases.Kbps(kilobits);
        visitor = visitor with
        {
            Figures = visitor.Figures with { RequestedRate = rate, AllowedRate = rate, CurrentRate = rate, UsedRate = rate * 0.95 },
        };
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Visitors.Single().Missed, Is.EqualTo(missed).Within(1e-9));
    }

    [Test]
    public void A_little_lateness_does_not_hide_a_line_that_is_full()
    {
        ProcessHealth late = Cases.Process with { HostUsedCores = 2, Late = 0.06, Lateness = Duration.FromMilliseconds(50) };
        VisitorEvidence visitor = Cases.Limited(Welcome, LimitedBy.PathDelay);
        visitor = visitor with { Figures = visitor.Figures with { PathDelay = Duration.FromMilliseconds(400) } };
        Assert.That(Cases.Diagnose(late, visitor).Findings[0].Cause.Name, Is.EqualTo("delay"));
    }

    [Test]
    public void Other_programs_that_fill_the_host_are_said()
    {
        ProcessHealth crowded = Cases.Process with { UsedCores = 0.4, HostUsedCores = 1.98, Late = 0.3 };
        Finding finding = Cases.Diagnose(crowded, Cases.Visitor(Welcome)).Findings.Single();
        Assert.That((finding.Cause, finding.IsSure), Is.EqualTo((Cause.Host, true)));
        Assert.That(finding.Advice, Does.Contain("other programs"));
    }

    [Test]
    public void A_virtual_machine_that_gets_too_little_is_said()
    {
        ProcessHealth oversold = Cases.Process with { UsedCores = 0.4, HostUsedCores = 0.6, Late = 0.3, Stolen = 0.45 };
        Finding finding = Cases.Diagnose(oversold, Cases.Visitor(Welcome)).Findings.Single();
        Assert.That((finding.Cause, finding.IsSure), Is.EqualTo((Cause.Host, true)));
        Assert.That(finding.Advice, Does.StartWith("Ask the provider"));
        Assert.That(finding.Seen, Does.Contain("its programs did not get 45 % of the processor time that they wanted"));
    }

    [Test]
    public void A_host_that_lacks_memory_is_said()
    {
        ProcessHealth swapped = Cases.Process with { Late = 0.3, PagesRead = 320 };
        Finding finding = Cases.Diagnose(swapped, Cases.Visitor(Welcome)).Findings.Single();
        Assert.That((finding.Cause, finding.IsSure), Is.EqualTo((Cause.Host, false)), "code is read from a disk as well");
        Assert.That(finding.Advice, Does.Contain("more memory"));
    }

    [Test]
    public void Memory_that_is_on_a_disk_is_no_cause_while_threads_come_in_time() =>
        Assert.That(Cases.Diagnose(Cases.Process with { PagesRead = 320 }, Cases.Visitor(Welcome)).Findings, Is.Empty);

    [Test]
    public void Lateness_without_an_explanation_is_the_host_probably()
    {
        ProcessHealth late = Cases.Process with { Late = 0.3 };
        Assert.That(Cases.Diagnose(late, Cases.Visitor(Welcome)).Findings.Single().IsSure, Is.False);
    }

    [TestCase(1.2, "Ask the provider whether ")]
    [TestCase(null, "First look which other programs use the processor: this host does not tell Mongoose. Then ask ")]
    public void Where_the_use_by_other_programs_is_not_known_these_come_before_the_provider(double? used, string advice)
    {
        ProcessHealth late = Cases.Process with { Late = 0.3, HostUsedCores = used };
        Assert.That(Cases.Diagnose(late, Cases.Visitor(Welcome)).Findings.Single().Advice, Does.StartWith(advice));
    }

    [Test]
    public void Collections_that_pause_the_process_are_the_simulator_s()
    {
        ProcessHealth paused = Cases.Process with { Paused = 0.4, Late = 0.42, Lateness = Duration.FromMilliseconds(400), UsedCores = 1.5 };
        Finding finding = Cases.Diagnose(paused, Slowed(LimitedBy.Host, 1)).Findings.Single();
        Assert.That((finding.Cause, finding.Part), Is.EqualTo((Cause.Simulator, SimulatorPart.Collections)));
    }

    [Test]
    public void Work_that_waits_for_a_thread_is_named_with_its_wait()
    {
        Diagnosis diagnosis = Cases.Diagnose(Short(2), Cases.Visitor(Welcome), Cases.Visitor(Welcome, 2));
        Finding finding = diagnosis.Findings.Single();
        Assert.That((finding.Name, finding.Harmed, finding.IsSure), Is.EqualTo(("simulator/threads", 2, true)));
        Assert.That(finding.Sentence, Does.Contain("2.0 s"));
        Assert.That(finding.Seen[0], Does.Contain("40 work items wait"));
    }

    [Test]
    public void Delays_that_acks_have_because_they_wait_for_a_thread_are_no_fault_of_the_path()
    {
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, 4).Select(number => Slowed(LimitedBy.PathDelay, number))];
        visitors = [.. visitors.Select(visitor => visitor with
        {
            Figures = visitor.Figures with { PathDelay = Duration.FromMilliseconds(550) },
            UpdateDelay = Duration.FromMilliseconds(900),
        })];
        Assert.That(Cases.Diagnose(Short(0.6), visitors).Findings.Single().Name, Is.EqualTo("simulator/threads"));
    }

    [Test]
    public void Updates_that_come_later_than_the_threads_explain_are_theirs_if_nothing_else_is_known()
    {
        Diagnosis diagnosis = Cases.Diagnose(Short(0.8), Cases.Visitor(Welcome) with { UpdateDelay = Duration.FromSeconds(2) });
        Assert.That(diagnosis.Findings.Single().Name, Is.EqualTo("simulator/threads"));
        Assert.That(diagnosis.Visitors.Single().Harm, Is.EqualTo(1));
    }

    [TestCase(0.8, "uplink", Description = "no ack for ten seconds: half a second of waiting is not why")]
    [TestCase(8, "simulator/threads")]
    public void A_silence_of_all_visitors_is_explained_by_a_wait_that_is_as_long(double seconds, string name)
    {
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, 4).Select(number => Silent(Welcome, number) with
        {
            LimitedTime = Cases.Time((LimitedBy.Window, 10)),
        })];
        Assert.That(Cases.Diagnose(Short(seconds), visitors).Findings[0].Name, Is.EqualTo(name));
    }

    [Test]
    public void Physics_that_fills_the_frame_harms_visitors_whom_the_uplink_limits_as_well()
    {
        RegionEvidence slow = Cases.Region(Slow(physics: 1.8)) with { IsUplinkLimited = true };
        Diagnosis diagnosis = Cases.Diagnose(Cases.Process, Cases.Limited(slow, LimitedBy.Scene), Cases.Limited(slow, LimitedBy.Scene, 2));
        Assert.That((diagnosis.Findings[0].Part, diagnosis.Harmed), Is.EqualTo((SimulatorPart.Physics, 2)));
    }

    [Test]
    public void Scripts_that_fill_the_process_come_before_the_threads_that_wait_for_them()
    {
        Diagnosis diagnosis = Cases.Diagnose(Full with { WorkWait = Duration.FromSeconds(2) }, Cases.Visitor(Scripted));
        Assert.That(diagnosis.Findings.Select(finding => finding.Part), Is.EqualTo(new SimulatorPart?[] { SimulatorPart.Scripts }));
    }

    [TestCase(1.8, SimulatorPart.Threads, Description = "the frame waits for a thread, too")]
    [TestCase(0.02, SimulatorPart.Physics)]
    public void A_slow_frame_may_wait_for_a_thread_unless_physics_takes_it(double other, SimulatorPart part)
    {
        RegionHealth slow = Slow(physics: other < 1 ? 1.8 : 0.02);
        RegionEvidence region = Cases.Region(slow with { Parts = slow.Parts with { Other = other } });
        Assert.That(Cases.Diagnose(Short(2), Cases.Visitor(region)).Findings[0].Part, Is.EqualTo(part));
    }

    [Test]
    public void Busy_threads_that_use_all_cores_are_the_cause_probably() =>
        Assert.That(Cases.Diagnose(Full with { WorkWait = Duration.FromSeconds(2) }, Cases.Visitor(Welcome)).Findings.Single().IsSure,
            Is.False);

    [Test]
    public void Work_that_waits_because_the_process_is_stopped_is_the_host_s() =>
        Assert.That(Cases.Diagnose(Cases.Starved with { WorkWait = Duration.FromSeconds(2) }, Slowed(LimitedBy.Host, 1)).Findings.Single()
            .Cause, Is.EqualTo(Cause.Host));

    [Test]
    public void Work_that_waits_a_little_is_not_named() =>
        Assert.That(Cases.Diagnose(Cases.Process with { WorkWait = Duration.FromSeconds(0.2) }, Cases.Visitor(Welcome)).Findings, Is.Empty);

    [Test]
    public void Physics_that_makes_garbage_is_named_and_not_its_collections()
    {
        RegionEvidence meshes = Cases.Region(Slow(physics: 6) with { Frame = Duration.FromMilliseconds(600) });
        ProcessHealth paused = Cases.Process with { Paused = 0.2, Late = 0.2, UsedCores = 1 };
        Assert.That(Cases.Diagnose(paused, Cases.Visitor(meshes)).Findings.Single().Part, Is.EqualTo(SimulatorPart.Physics));
    }

    [Test]
    public void Requests_that_wait_for_assets_are_the_simulator_s()
    {
        RegionEvidence region = Cases.Region(Cases.Simulation with { WaitingRequests = 9, AnswerTime = Duration.FromSeconds(7) });
        VisitorEvidence other = Cases.Visitor(region, 2) with { RequestWait = Duration.FromSeconds(8) };
        Diagnosis diagnosis = Cases.Diagnose(Cases.Process,
            Cases.Limited(region, LimitedBy.Cap) with { RequestWait = Duration.FromSeconds(8) }, other, Cases.Visitor(region, 3));
        Assert.That(diagnosis.Findings.Select(finding => (finding.Cause.Name, finding.Part, finding.Harmed)),
            Is.EqualTo(new[] { ("simulator", (SimulatorPart?)SimulatorPart.Assets, 2) }));
        Assert.That(diagnosis.Findings[0].Seen.Single(),
            Is.EqualTo("9 requests wait for an answer; 95 % of the last answers took at most 7.0 s"));
        Assert.That(Explanation.Of(diagnosis.Visitors[0], diagnosis)[0],
            Is.EqualTo("Ruth 1 in Welcome: simulator/assets, probably (suffers, 11 %)."));
    }

    [Test]
    public void A_few_assets_that_never_come_for_one_visitor_are_no_slow_service()
    {
        VisitorEvidence visitor = Cases.Visitor(Welcome) with { RequestWait = Duration.FromSeconds(100) };
        Diagnosis diagnosis = Cases.Diagnose(Cases.Process, visitor, Cases.Visitor(Welcome, 2));
        Finding assets = diagnosis.Findings.Single();
        Assert.That((assets.Part, assets.IsSure, assets.Harm), Is.EqualTo(((SimulatorPart?)SimulatorPart.Assets, false, 0.2)));
        Assert.That(assets.Sentence, Does.StartWith("Some textures or meshes"));
        VisitorEvidence another = visitor with { Figures = Cases.Visitor(Welcome, 2).Figures };
        Assert.That(Cases.Diagnose(Cases.Process, visitor, another).Findings.Single().Harm, Is.EqualTo(1), "0.5 for each of two");
    }

    [TestCase(0.04, 0.4, "Some textures or meshes", Description = "what the region answers at once refutes a late service")]
    [TestCase(7, 1.0, "Textures and meshes come late", Description = "answers are late as well")]
    [TestCase(null, 1.0, "Textures and meshes come late", Description = "nothing is answered")]
    public void Requests_of_several_wait_for_the_service_only_if_answers_are_late(double? answer, double harm, string sentence)
    {
        RegionEvidence region = Cases.Region(Cases.Simulation with
        {
            AnswerTime = answer is { } seconds ? Duration.FromSeconds(seconds) : null,
        });
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, 2).Select(number =>
            Cases.Visitor(region, number) with { RequestWait = Duration.FromSeconds(100) })];
        Finding assets = Cases.Diagnose(Cases.Process, visitors).Findings.Single();
        Assert.That(assets.Harm, Is.EqualTo(harm).Within(1e-9));
        Assert.That(assets.Sentence, Does.StartWith(sentence));
    }

    [Test]
    public void A_limit_that_harms_one_a_little_is_not_worse_than_what_harms_many()
    {
        RegionEvidence slow = Cases.Region(Slow(physics: 1.8), "Mall");
        VisitorEvidence[] limited = [.. Enumerable.Range(1, 12).Select(number => Cases.Limited(Welcome, LimitedBy.Cap, number))];
        limited = [.. limited.Select(visitor => visitor with
        {
            Figures = visitor.Figures with { RequestedRate = Cases.Kbps(30_000), AllowedRate = Cases.Kbps(500) },
        })];
        limited[0] = limited[0] with { UpdateDelay = Duration.FromMilliseconds(300) };
        VisitorEvidence[] slowed = [.. Enumerable.Range(20, 8).Select(number => Cases.Visitor(slow, number))];
        Diagnosis diagnosis = Cases.Diagnose(Cases.Process, [.. limited, .. slowed]);
        Assert.That(diagnosis.Findings.Select(finding => (finding.Cause, finding.Harmed)),
            Is.EqualTo(new[] { (diagnosis.Findings[0].Cause, 1), (Cause.Simulator, 8) }), "the end of the limit would bring most");
        Assert.That(diagnosis.Findings[0].Cause.Limit, Is.EqualTo(LimitedBy.Cap));
        Assert.That(diagnosis.Worst!.Cause, Is.EqualTo(Cause.Simulator));
    }

    [Test]
    public void Without_a_region_nothing_is_known()
    {
        Diagnosis diagnosis = Diagnosis.Make(new Evidence { Process = Cases.Process });
        Assert.That((diagnosis.HasRegions, diagnosis.IsMeasured, diagnosis.Text),
            Is.EqualTo((false, false, "Nothing is known: Mongoose runs in no region, or has just started.")));
    }

    [Test]
    public void A_full_line_may_be_full_of_downloads_that_are_not_measured()
    {
        VisitorEvidence visitor = Cases.OnSlowLine(Welcome, LimitedBy.PathDelay, kilobits: 500);
        Evidence evidence = new() { Process = Cases.Process, Regions = [Welcome], Visitors = [visitor, Cases.OnFreeLine(Welcome)] };
        Assert.That(Diagnosis.Make(evidence).Findings.Single().IsSure, Is.True);
        Finding delay = Diagnosis.Make(evidence with { WhyDownloadsUnseen = "[Mongoose] HttpPacing = off" }).Findings.Single();
        Assert.That((delay.Cause.Name, delay.IsSure), Is.EqualTo(("delay", false)));
        Assert.That(delay.Advice, Does.Contain("HttpPacing = off"));
    }

    [Test]
    public void Requests_that_wait_a_little_harm_nobody()
    {
        VisitorEvidence visitor = Cases.Visitor(Welcome) with { RequestWait = Duration.FromSeconds(3) };
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Findings, Is.Empty);
    }

    [Test]
    public void What_harms_the_circuit_comes_before_requests_that_wait()
    {
        VisitorEvidence late = Cases.Visitor(Cases.Region(Slow(physics: 1.8))) with { RequestWait = Duration.FromSeconds(8) };
        Assert.That(Cases.Diagnose(Cases.Process, late).Findings.Single().Part, Is.EqualTo(SimulatorPart.Physics));
        Assert.That(Cases.Diagnose(Cases.Starved, Slowed(LimitedBy.Host, 1) with { RequestWait = Duration.FromSeconds(8) })
            .Findings.Single().Cause, Is.EqualTo(Cause.Host));
    }

    [Test]
    public void A_region_without_frames_stands_still()
    {
        RegionHealth frozen = Cases.Simulation with { SinceFrame = Duration.FromSeconds(5), Frame = Duration.FromSeconds(5) };
        Finding finding = Cases.Diagnose(Cases.Process, Cases.Visitor(Cases.Region(frozen))).Findings.Single();
        Assert.That((finding.Part, finding.Harmed), Is.EqualTo((SimulatorPart.Heartbeat, 1)));
        Assert.That(finding.Sentence, Does.Contain("stands still, for 5.0 s"));
    }

    [Test]
    public void A_loop_that_stood_still_for_two_seconds_and_runs_again_is_still_named()
    {
        RegionHealth halted = Cases.Simulation with
        {
            Frame = Duration.FromMilliseconds(300),
            LongestFrame = Duration.FromSeconds(2.1),
            ScriptCores = 1,
        };
        Finding finding = Cases.Diagnose(Cases.Process, Cases.Visitor(Cases.Region(halted))).Findings.Single();
        Assert.That((finding.Part, finding.Sentence),
            Is.EqualTo((SimulatorPart.Heartbeat, "“Welcome” stands still, for 2.1 s: its loop makes no frames.")));
    }

    [TestCase(200, 1, 1.8, "Frames of “Welcome” take 200 ms instead of 91 ms: updates of objects, events or other modules take it.")]
    [TestCase(200, 1, 0.02, "Frames of “Welcome” take 200 ms instead of 91 ms: no measured part explains it.")]
    [TestCase(91, 0.5, 0.02, "Time in “Welcome” passes at 50 % of its speed: no measured part explains it.")]
    public void What_is_measured_of_a_slow_region_is_said_and_no_more(double frameMs, double dilation, double other, string sentence)
    {
        RegionHealth slow = Cases.Simulation with
        {
            Frame = Duration.FromMilliseconds(frameMs),
            Dilation = dilation,
            Parts = Cases.Simulation.Parts with { Other = other },
        };
        Assert.That(Cases.Diagnose(Cases.Process, Cases.Visitor(Cases.Region(slow))).Findings.Single().Sentence, Is.EqualTo(sentence));
    }

    [TestCase(0.5, "host")]
    [TestCase(0, "simulator")]
    public void Physics_of_a_process_that_a_quota_stops_half_of_the_time_waited_for_the_quota(double throttled, string cause)
    {
        ProcessHealth halved = Cases.Process with { UsedCores = 1, AllowedCores = 1, Throttled = throttled, Late = 0.1 };
        RegionEvidence region = Cases.Region(Slow(physics: 1.8));
        Assert.That(Cases.Diagnose(halved, Cases.Visitor(region)).Findings.Single().Cause.Name, Is.EqualTo(cause));
    }

    [Test]
    public void A_host_that_slows_the_frames_harms()
    {
        ProcessHealth throttled = Cases.Process with { UsedCores = 0.3, AllowedCores = 0.3, Throttled = 0.6, Late = 0.08 };
        Diagnosis diagnosis = Cases.Diagnose(throttled, Cases.Visitor(Cases.Region(Slow(physics: 0.1))));
        Assert.That((diagnosis.Findings.Single().Cause, diagnosis.Harmed), Is.EqualTo((Cause.Host, 1)));
    }

    [Test]
    public void Downloads_that_wait_for_the_uplink_are_limited_by_it()
    {
        VisitorEvidence visitor = Cases.Visitor(Welcome);
        DownloadFigures downloads = default(DownloadFigures) with { Rate = Cases.Kbps(700), Limit = DownloadLimit.Uplink };
        visitor = visitor with { Figures = visitor.Figures with { Downloads = downloads } };
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Findings.Single().Cause, Is.EqualTo(Cause.Uplink));
    }

    [TestCase(40, true)]
    [TestCase(1, false, Description = "the rate rises again after losses: the path may be quick")]
    public void A_path_that_shows_neither_a_queue_nor_losses_is_the_cause_probably(double delayMs, bool isSure)
    {
        VisitorEvidence visitor = Cases.Limited(Welcome, LimitedBy.PathDelay);
        visitor = visitor with { Figures = visitor.Figures with { PathDelay = Duration.FromMilliseconds(delayMs) } };
        Assert.That(Cases.Diagnose(Cases.Process, visitor, Cases.OnFreeLine(Welcome)).Findings.Single().IsSure, Is.EqualTo(isSure));
    }

    [Test]
    public void Physics_that_fills_the_frame_is_named()
    {
        Finding finding = Cases.Diagnose(Cases.Process, Cases.Visitor(Cases.Region(Slow(physics: 1.8)))).Findings.Single();
        Assert.That((finding.Cause, finding.Part, finding.Region), Is.EqualTo((Cause.Simulator, SimulatorPart.Physics, "Welcome")));
    }

    [Test]
    public void Physics_that_waits_for_what_is_no_processor_is_not_blamed()
    {
        ProcessHealth waiting = Cases.Process with { UsedCores = 0.03 };
        Finding finding = Cases.Diagnose(waiting, Cases.Visitor(Cases.Region(Slow(physics: 1.8)))).Findings.Single();
        Assert.That((finding.Part, finding.IsSure), Is.EqualTo((SimulatorPart.Other, false)));
        Assert.That(finding.Sentence, Does.EndWith("no measured part explains it."));
    }

    [Test]
    public void A_frame_that_is_nearly_full_is_said_and_harms_nobody()
    {
        RegionHealth full = Cases.Simulation with { Parts = Cases.Simulation.Parts with { Physics = 0.75 } };
        Finding finding = Cases.Diagnose(Cases.Process, Cases.Visitor(Cases.Region(full))).Findings.Single();
        Assert.That((finding.Part, finding.Harmed), Is.EqualTo((SimulatorPart.Physics, 0)));
        Assert.That(finding.Sentence, Does.Contain("in time, but nearly full"));
    }

    [Test]
    public void Physics_that_waits_for_a_core_is_not_blamed() =>
        Assert.That(Cases.Diagnose(Cases.Starved, Cases.Visitor(Cases.Region(Slow(physics: 1.8)))).Findings.Single().Cause,
            Is.EqualTo(Cause.Host));

    [Test]
    public void Scripts_that_fill_the_process_are_named_with_the_worst_object()
    {
        RegionEvidence region = Cases.Region(Slow(physics: 0.1) with { ScriptCores = 1.7 }) with
        {
            Scripts = [new ScriptCost("id", "Fountain", "1, 2, 3", 1.6)],
        };
        ProcessHealth busy = Cases.Process with { UsedCores = 1.9, HostUsedCores = 2, Late = 0.2 };
        Finding finding = Cases.Diagnose(busy, Cases.Visitor(region)).Findings.Single();
        Assert.That((finding.Cause, finding.Part), Is.EqualTo((Cause.Simulator, SimulatorPart.Scripts)));
        Assert.That(finding.Advice, Does.Contain("Fountain"));
    }

    [Test]
    public void Only_the_slow_region_of_several_is_named()
    {
        Diagnosis diagnosis = Cases.Diagnose(Cases.Process,
            Cases.Visitor(Cases.Region(Slow(physics: 1.8), "Slow")), Cases.Visitor(Cases.Region(name: "Quick"), 2));
        Assert.That((diagnosis.Findings.Single().Region, diagnosis.Harmed), Is.EqualTo(("Slow", 1)));
    }

    [Test]
    public void A_slow_region_without_visitors_is_said_and_harms_nobody()
    {
        Diagnosis diagnosis = Diagnosis.Make(new Evidence { Process = Cases.Process, Regions = [Cases.Region(Slow(physics: 1.8))] });
        Assert.That((diagnosis.Harmed, diagnosis.Findings.Count), Is.EqualTo((0, 1)));
        Assert.That(diagnosis.Text, Does.StartWith("The simulator has no visitors.").And.Contain("physics"));
    }

    [Test]
    public void A_region_whose_figures_cannot_be_read_is_not_called_slow() =>
        Assert.That(Cases.Diagnose(Cases.Process, Cases.Visitor(Cases.Region() with { Health = null })).Findings, Is.Empty);

    [Test]
    public void The_uplink_is_named_where_it_leaves_the_region_less_than_its_limit()
    {
        VisitorEvidence visitor = Cases.Limited(Welcome with { IsUplinkLimited = true }, LimitedBy.Scene);
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Findings.Single().Cause, Is.EqualTo(Cause.Uplink));
    }

    [Test]
    public void A_setting_that_is_not_used_though_packets_wait_is_not_blamed()
    {
        VisitorEvidence visitor = Slowed(LimitedBy.Viewer, 1);
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Findings.Single().Cause, Is.EqualTo(Cause.Unknown));
        Assert.That(Cases.Diagnose(Cases.Process, visitor with { LimitedSeconds = 4 }).Findings.Single().Cause.Name, Is.EqualTo("viewer"),
            "textures that come a few at a time");
    }

    [Test]
    public void A_full_line_harms_a_visitor_who_has_little_to_send()
    {
        VisitorEvidence visitor = Cases.Visitor(Welcome);
        visitor = visitor with { Figures = visitor.Figures with { PathDelay = Duration.FromMilliseconds(700) } };
        Finding finding = Cases.Diagnose(Cases.Process, visitor).Findings.Single();
        Assert.That((finding.Cause.Name, finding.Harmed), Is.EqualTo(("delay", 1)));
    }

    [TestCase(DownloadLimit.Line, 700, 120, "downloads")]
    [TestCase(DownloadLimit.Competing, 700, 120, "downloads")]
    [TestCase(DownloadLimit.Line, 20, 120, "delay")]
    [TestCase(DownloadLimit.Viewer, 700, 120, "delay")]
    [TestCase(DownloadLimit.Line, 700, 5, "loss", Description = "no queue: a bad radio")]
    public void Losses_while_the_visitor_s_own_downloads_fill_the_line_are_theirs(
        DownloadLimit limit, double kilobits, double queueMs, string cause)
    {
        Duration queue = Duration.FromMilliseconds(queueMs);
        VisitorEvidence visitor = Cases.Visitor(Welcome);
        DownloadFigures downloads = default(DownloadFigures) with { Rate = Cases.Kbps(kilobits), Limit = limit };
        visitor = visitor with { LostFraction = 0.1, Figures = visitor.Figures with { PathDelay = queue, Downloads = downloads } };
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Findings.Single().Cause.Name, Is.EqualTo(cause));
    }

    [Test]
    public void Losses_of_a_queue_that_overflows_are_the_queue_s()
    {
        VisitorEvidence visitor = Cases.Limited(Welcome, LimitedBy.PathLoss);
        visitor = visitor with { LostFraction = 0.05, Figures = visitor.Figures with { PathDelay = Duration.FromMilliseconds(120) } };
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Findings.Single().Cause.Name, Is.EqualTo("delay"));
        visitor = Cases.Visitor(Welcome) with { LostFraction = 0.2, PathDelays = [0, 0, 0, 0, 0, 0, 0, 0, 30, 180] };
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Findings.Single().Cause.Name, Is.EqualTo("delay"), "which has just begun");
    }

    [TestCase(90, "loss", Description = "one long queue of ten seconds that all lost packets")]
    [TestCase(3, "loss")]
    public void One_pause_of_a_path_that_loses_packets_by_chance_is_no_queue(double pauseMs, string cause)
    {
        VisitorEvidence visitor = Cases.Limited(Welcome, LimitedBy.PathLoss) with
        {
            LostFraction = 0.05,
            PathDelays = [3, 3, 3, 3, 3, pauseMs, 3, 3, 3, 3],
            Losses = [4, 3, 5, 4, 2, 5, 4, 3, 4, 5],
        };
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Findings.Single().Cause.Name, Is.EqualTo(cause));
    }

    [Test]
    public void Losses_that_are_found_a_second_after_a_queue_are_its_overflow()
    {
        VisitorEvidence visitor = Cases.Limited(Welcome, LimitedBy.PathLoss) with
        {
            LostFraction = 0.05,
            PathDelays = [3, 3, 3, 120, 3, 3, 3, 3, 3, 3],
            Losses = [0, 0, 0, 0, 9, 2, 0, 1, 0, 0],
        };
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Findings.Single().Cause.Name, Is.EqualTo("delay"));
    }

    [Test]
    public void One_of_two_viewers_that_hangs_in_a_region_in_time_is_no_fault_of_the_region()
    {
        RegionEvidence full = Cases.Region(Cases.Simulation with { Parts = Cases.Simulation.Parts with { Physics = 0.75 } });
        Finding finding = Cases.Diagnose(Cases.Process, Silent(full, 1), Cases.Visitor(full, 2)).Findings[0];
        Assert.That((finding.Cause.Name, finding.Harmed), Is.EqualTo(("window", 1)));
    }

    [Test]
    public void Scripts_that_wait_for_a_core_because_other_programs_have_it_are_not_blamed()
    {
        ProcessHealth crowded = Cases.Process with { UsedCores = 0.25, HostUsedCores = 2, Late = 0.4 };
        RegionEvidence scripted = Cases.Region(Cases.Simulation with { ScriptCores = 0.35 });
        Assert.That(Cases.Diagnose(crowded, Cases.Visitor(scripted)).Findings[0].Cause, Is.EqualTo(Cause.Host));
    }

    [TestCase(DownloadLimit.Line, true)]
    [TestCase(DownloadLimit.Competing, false, Description = "other traffic may harm more")]
    public void Downloads_beside_other_traffic_are_the_cause_probably(DownloadLimit limit, bool isSure)
    {
        VisitorEvidence visitor = Cases.Limited(Welcome, LimitedBy.PathDelay);
        DownloadFigures downloads = default(DownloadFigures) with { Rate = Cases.Kbps(3000), Limit = limit };
        visitor = visitor with { Figures = visitor.Figures with { Downloads = downloads, PathDelay = Duration.FromMilliseconds(100) } };
        Finding finding = Cases.Diagnose(Cases.Process, visitor, Cases.OnFreeLine(Welcome)).Findings.Single();
        Assert.That((finding.Cause.Name, finding.IsSure), Is.EqualTo(("downloads", isSure)));
        Finding alone = Cases.Diagnose(Cases.Process, visitor).Findings.Single();
        Assert.That(alone.IsSure, Is.False, "the simulator's own line can be full of them");
    }

    [TestCase(0, 180, "delay", TestName = "While the rate is still low after a queue overflowed, the queue is named")]
    [TestCase(0, 10, "loss", TestName = "While the rate is still low after losses without a queue, these are named")]
    [TestCase(0.02, 180, "loss", TestName = "Losses now, long after a queue, are named")]
    public void After_losses_the_rate_stays_low_for_a_while(double lost, double queueMs, string cause)
    {
        VisitorEvidence visitor = Cases.Limited(Welcome, LimitedBy.PathLoss) with
        {
            LostFraction = lost,
            PathDelays = [queueMs, .. Enumerable.Repeat(3.0, 40)],
        };
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Findings.Single().Cause.Name, Is.EqualTo(cause));
    }

    [Test]
    public void What_harms_is_named_and_not_a_setting_that_limits_beside_it()
    {
        VisitorEvidence lossy = Cases.Limited(Welcome, LimitedBy.Viewer) with { LostFraction = 0.08 };
        Assert.That(Cases.Diagnose(Cases.Process, lossy).Findings.Single().Cause.Name, Is.EqualTo("loss"));
        VisitorEvidence silent = Cases.Limited(Welcome, LimitedBy.Viewer);
        silent = silent with { Figures = silent.Figures with { Mode = PathMode.Silent } };
        Assert.That(Cases.Diagnose(Cases.Process, silent).Findings.Single().Cause.Name, Is.EqualTo("window"));
        VisitorEvidence queued = Cases.Limited(Welcome, LimitedBy.Cap) with { UpdateDelay = Duration.FromSeconds(1) };
        Assert.That(Cases.Diagnose(Cases.Process, queued).Findings.Single().Cause.Name, Is.EqualTo("cap"), "for which the updates wait");
    }

    [Test]
    public void Scripts_and_collections_are_of_the_process_and_named_once()
    {
        RegionEvidence quiet = Cases.Region(Slow(physics: 0.1), "Quiet");
        RegionEvidence busy = Cases.Region(Slow(physics: 0.1) with { ScriptCores = 1.7 }) with
        {
            Scripts = [new ScriptCost("id", "Fountain", "1, 2, 3", 1.6)],
        };
        ProcessHealth full = Cases.Process with { UsedCores = 1.9, HostUsedCores = 2, Late = 0.2 };
        Diagnosis diagnosis = Cases.Diagnose(full, Cases.Visitor(busy), Cases.Visitor(quiet, 2));
        Assert.That(diagnosis.Findings.Select(finding => (finding.Part, finding.Region, finding.Harmed)),
            Is.EqualTo(new[] { ((SimulatorPart?)SimulatorPart.Scripts, (string?)null, 2) }));
        ProcessHealth paused = Cases.Process with { Paused = 0.4, Late = 0.42, Lateness = Duration.FromMilliseconds(400), UsedCores = 1.5 };
        Assert.That(Cases.Diagnose(paused, Cases.Visitor(quiet), Cases.Visitor(busy, 2)).Findings, Has.Count.EqualTo(1));
    }

    [Test]
    public void Circuits_that_wait_for_the_process_s_own_scripts_are_held_back_by_these()
    {
        RegionEvidence busy = Cases.Region(Cases.Simulation with { ScriptCores = 1.7 }) with
        {
            Scripts = [new ScriptCost("id", "Fountain", "1, 2, 3", 1.6)],
        };
        ProcessHealth full = Cases.Process with { UsedCores = 1.9, HostUsedCores = 2, Late = 0.05 };
        VisitorEvidence visitor = Cases.Limited(busy, LimitedBy.PathDelay);
        visitor = visitor with { Figures = visitor.Figures with { PathDelay = Duration.FromSeconds(1) } };
        Assert.That(Cases.Diagnose(full, visitor).Findings.Select(finding => finding.Part), Is.EqualTo(new[] { SimulatorPart.Scripts }));
    }

    [Test]
    public void Scripts_that_leave_little_are_named_before_limits_that_harm_nobody_either()
    {
        Diagnosis diagnosis = Cases.Diagnose(Full, Cases.Limited(Scripted, LimitedBy.Viewer), Cases.Visitor(Scripted, 2));
        Assert.That(diagnosis.Findings.Select(finding => (finding.Cause.Name, finding.Harmed)),
            Is.EqualTo(new[] { ("simulator", 0), ("viewer", 0) }));
        Assert.That(diagnosis.Text,
            Is.EqualTo("2 visitors: none suffers. Scripts use 1.7 cores of the 2.0 cores that the simulator may use: little is left for all"
                + " else."));
    }

    [TestCase(LimitedBy.PathDelay)]
    [TestCase(LimitedBy.PathLoss)]
    [TestCase(LimitedBy.Window)]
    public void Late_acks_of_most_circuits_are_those_of_scripts_that_leave_little(LimitedBy limit)
    {
        VisitorEvidence[] most = [.. Enumerable.Range(1, 4).Select(number => Cases.Limited(Scripted, limit, number))];
        Diagnosis all = Cases.Diagnose(Full, [.. most, Cases.Visitor(Scripted, 5), Cases.Visitor(Scripted, 6)]);
        Assert.That(all.Visitors.Take(4).Select(verdict => verdict.Cause), Is.All.EqualTo(Cause.Simulator));
        VisitorEvidence slow = Cases.OnSlowLine(Scripted, limit, kilobits: 400) with { RoundTrips = Trips(period: 3) };
        slow = slow with { Figures = slow.Figures with { PathDelay = Duration.FromMilliseconds(limit == LimitedBy.PathDelay ? 300 : 0) } };
        IEnumerable<VisitorEvidence> others = Enumerable.Range(5, 5)
            .Select(number => Cases.Visitor(Scripted, number) with { RoundTrips = Trips(period: 2) });
        Diagnosis few = Cases.Diagnose(Full, [slow, .. others]);
        Assert.That(few.Visitors[0].Cause, Is.EqualTo(Cause.Of(limit)), "one who sends less than the others has a cause of its own");

        static double[] Trips(int period) => [.. Enumerable.Range(0, 20).Select(second => 40.0 + 30 * (second % period))];
    }

    [Test]
    public void Viewers_that_fall_silent_all_at_once_in_a_slow_region_wait_for_the_region()
    {
        RegionEvidence slow = Cases.Region(Slow(physics: 3));
        Diagnosis all = Cases.Diagnose(Cases.Process, Silent(slow, 1), Silent(slow, 2), Cases.Visitor(slow, 3));
        Assert.That(all.Findings.Select(finding => finding.Part), Is.EqualTo(new[] { SimulatorPart.Physics }));
        Diagnosis one = Cases.Diagnose(Cases.Process, Silent(slow, 1), Cases.Visitor(slow, 2), Cases.Visitor(slow, 3));
        Assert.That(one.Visitors[0].Cause!.Name, Is.EqualTo("window"));
        Diagnosis quick = Cases.Diagnose(Cases.Process, Silent(Welcome, 1), Silent(Welcome, 2));
        Assert.That(quick.Findings.Single().Cause.Name, Is.EqualTo("window"), "the region is in time");
    }

    [Test]
    public void Ordinary_collections_do_not_make_the_end_of_a_starvation_the_simulator_s()
    {
        ProcessHealth after = Cases.Process with { Paused = 0.005 };
        Assert.That(Cases.Diagnose(after, Slowed(LimitedBy.Host, 1)).Findings.Single().Cause, Is.EqualTo(Cause.Host));
    }

    [Test]
    public void Circuits_of_neighbouring_regions_are_not_counted()
    {
        VisitorEvidence child = Cases.Limited(Welcome, LimitedBy.Host, 2);
        child = child with { Figures = child.Figures with { IsChild = true } };
        Finding finding = Cases.Diagnose(Cases.Process, Cases.Limited(Welcome, LimitedBy.Host), child).Findings.Single();
        Assert.That(finding.Sentence, Does.StartWith("The one visitor is limited"));
        Assert.That(finding.Visitors, Is.EqualTo(new[] { 1 }));
    }

    [TestCase(LimitedBy.Viewer, true)]
    [TestCase(LimitedBy.Scene, true)]
    [TestCase(LimitedBy.Nothing, false)]
    public void Only_what_fits_no_other_cause_is_sure(LimitedBy limit, bool isSure)
    {
        VisitorEvidence visitor = Cases.Limited(Welcome with { IsUplinkLimited = true }, limit) with
        {
            UpdateDelay = limit == LimitedBy.Nothing ? Duration.FromSeconds(1) : Duration.Zero,
        };
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Findings.Single().IsSure, Is.EqualTo(isSure));
    }

    [Test]
    public void A_silent_viewer_suffers_most()
    {
        VisitorEvidence visitor = Cases.Limited(Welcome, LimitedBy.Window);
        visitor = visitor with { Figures = visitor.Figures with { Mode = PathMode.Silent } };
        Assert.That(Cases.Diagnose(Cases.Process, visitor).Visitors.Single().Harm, Is.EqualTo(1));
    }

    [Test]
    public void The_cause_that_harms_most_comes_first()
    {
        RegionEvidence slow = Cases.Region(Slow(physics: 1.2));
        VisitorEvidence delayed = Cases.Limited(slow, LimitedBy.PathDelay, 9);
        delayed = delayed with { Figures = delayed.Figures with { PathDelay = Duration.FromMilliseconds(1500) } };
        IEnumerable<VisitorEvidence> others = Enumerable.Range(1, 5).Select(number => Cases.Visitor(slow, number));
        Diagnosis diagnosis = Cases.Diagnose(Cases.Process, [delayed, .. others]);
        Assert.That(diagnosis.Findings.Select(finding => finding.Cause.Name), Is.EqualTo(new[] { "simulator", "delay" }));
        Assert.That(diagnosis.Visitors[0].Cause!.Name, Is.EqualTo("delay"), "which harms this visitor more");
    }

    [Test]
    public void Under_stock_throttles_nobody_s_setting_is_blamed()
    {
        RegionEvidence stock = Welcome with { IsShaping = false };
        Diagnosis unknown = Cases.Diagnose(Cases.Process, Cases.Limited(stock, LimitedBy.Viewer));
        Assert.That((unknown.Findings.Count, unknown.IsMeasured), Is.EqualTo((0, false)));
        Assert.That(unknown.Text, Does.StartWith("Which visitors suffer is not known: Mongoose does not send here."));
        VisitorEvidence waits = Cases.Visitor(stock) with { UpdateDelay = Duration.FromSeconds(1) };
        Diagnosis late = Cases.Diagnose(Cases.Process, waits);
        Assert.That(late.Findings.Single().Cause, Is.EqualTo(Cause.Unknown));
        Assert.That(late.Findings.Single().Seen.Single(), Does.StartWith("Updates come late; where Mongoose does not send"));
        Assert.That(Cases.Diagnose(Cases.Process, Cases.Visitor(Cases.Region(Slow(physics: 1.8)) with { IsShaping = false }))
            .Findings.Single().Cause, Is.EqualTo(Cause.Simulator), "which is known all the same");
    }

    private static VisitorEvidence Silent(RegionEvidence region, int number)
    {
        VisitorEvidence visitor = Cases.Limited(region, LimitedBy.Window, number);
        return visitor with { Figures = visitor.Figures with { Mode = PathMode.Silent } };
    }

    /// <summary>A process in which work waits for a thread.</summary>
    private static ProcessHealth Short(double seconds) =>
        Cases.Process with { WorkWait = Duration.FromSeconds(seconds), QueuedWork = 40 };

    private static RegionHealth Slow(double physics) => Cases.Simulation with
    {
        Frame = Duration.FromMilliseconds(200),
        Parts = Cases.Simulation.Parts with { Physics = physics },
    };

    /// <summary>A visitor who gets a third of what the rates allow.</summary>
    private static VisitorEvidence Slowed(LimitedBy limit, int number)
    {
        VisitorEvidence visitor = Cases.Limited(Welcome, limit, number);
        return visitor with { Figures = visitor.Figures with { UsedRate = Cases.Kbps(900) } };
    }
}
