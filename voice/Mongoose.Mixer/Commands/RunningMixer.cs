using System.Collections.Concurrent;
using Mongoose.Core.Units;
using Mongoose.Mixer.Nodes;
using Mongoose.Mixer.Results;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Status;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Time;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Commands;

/// <summary>
/// A mixer that runs on a loop, with its control port and its records. Its methods are called on another thread than the loop's.
/// </summary>
internal sealed class RunningMixer : IDisposable
{
    private readonly RealTimeLoop _loop;
    private readonly MixerSettings _settings;
    private readonly ConcurrentQueue<IReadOnlyList<string>> _faults = new();
    private readonly ProcessUse _process = new();
    private readonly StatusService? _status;
    private readonly MixerNode _node;
    private readonly ControlPort? _control;
    private readonly MixerRun _run;
    private bool _hasNews;

    /// <summary>Opens the ports and starts.</summary>
    /// <exception cref="IOException">A port cannot be opened, or an address not resolved; the message names it.</exception>
    /// <exception cref="ArgumentException">A peer's options do not fit together; the message says what is allowed.</exception>
    public RunningMixer(RealTimeLoop loop, MixerSettings settings, ulong run, bool keepsSeconds)
    {
        (_loop, _settings) = (loop, settings);
        _status = settings.Status.Place is null ? null : new StatusService(settings, fault => _faults.Enqueue([fault]));
        try
        {
            (_node, _control, _run) = loop.Invoke(() => Start(run, keepsSeconds));
        }
        catch
        {
            _status?.Dispose();
            throw;
        }
    }

    /// <summary>A snapshot, if a second has passed since the last one.</summary>
    public RunView? TakeView(Duration? length) => _loop.Invoke(() =>
    {
        RunView? view = _hasNews ? RunView.From(_run, length) : null;
        _hasNews = false;
        return view;
    });

    /// <summary>
    /// The errors that have stopped peers since the last call, and what else operators need to know: each has a line, then the lines of its
    /// stack trace.
    /// </summary>
    public IReadOnlyList<IReadOnlyList<string>> TakeFaults()
    {
        List<IReadOnlyList<string>> faults = [];
        while (_faults.TryDequeue(out IReadOnlyList<string>? fault))
            faults.Add(fault);
        return faults;
    }

    /// <summary>Says goodbye to the peers; returns the results.</summary>
    public MixerResult End(IEnumerable<Threshold> thresholds) => _loop.Invoke(() =>
    {
        _run.End();
        _node.Stop();
        return MixerResult.Of(_run, _settings, MixerSummary.Of(_run, _control?.WrongLines ?? 0, _process), thresholds);
    });

    public void Dispose()
    {
        try
        {
            _loop.Invoke(() =>
            {
                _control?.Dispose();
                _node.Dispose();
            });
        }
        finally
        {
            _status?.Dispose();
        }
    }

    private (MixerNode, ControlPort?, MixerRun) Start(ulong number, bool keepsSeconds)
    {
        MixerNode node = new(_loop, _loop, _settings, number) { PeerFailed = _faults.Enqueue };
        ControlPort? control = null;
        try
        {
            if (_settings.ControlPort > 0)
                control = new ControlPort(_loop, _loop, _settings.ControlPort, (in SpatialUpdate update) => node.Move(update));
            node.Start();
            MixerRun run = new(_loop, () => node.Peers, _settings.Frame, keepsSeconds);
            run.Sampled = () =>
            {
                _hasNews = true;
                _status?.Post(MixerSecond.Take(_loop.Now, run, node.Lateness, control?.WrongLines ?? 0));
            };
            return (node, control, run);
        }
        catch
        {
            control?.Dispose();
            node.Dispose();
            throw;
        }
    }
}
