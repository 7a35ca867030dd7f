using System.Net;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Simulators;

/// <summary>Scrapes metrics at constant intervals on a thread of its own, until it is disposed.</summary>
internal sealed class StatusScraper : IDisposable
{
    private readonly StatusHttp _status;
    private readonly Duration _interval;
    private readonly CancellationTokenSource _end = new();
    private readonly List<Scrape> _scrapes = [];
    private readonly Thread _thread;

    public StatusScraper(StatusHttp status, Duration interval)
    {
        (_status, _interval) = (status, interval);
        _thread = new Thread(Run) { Name = "scraper", IsBackground = true };
        _thread.Start();
    }

    /// <summary>Stops, and returns what has been scraped.</summary>
    public IReadOnlyList<Scrape> Finish()
    {
        _end.Cancel();
        _thread.Join();
        return _scrapes;
    }

    public void Dispose()
    {
        Finish();
        _end.Dispose();
    }

    private void Run()
    {
        for (Instant due = RealTimeLoop.Clock; !_end.IsCancellationRequested; due += _interval)
        {
            _scrapes.Add(Take());
            Duration wait = due + _interval - RealTimeLoop.Clock;
            if (wait > Duration.Zero)
                _end.Token.WaitHandle.WaitOne(TimeSpan.FromSeconds(wait.Seconds));
        }
    }

    private Scrape Take()
    {
        Instant began = RealTimeLoop.Clock;
        try
        {
            using HttpResponseMessage response = _status.Get("metrics");
            byte[] body = response.Content.ReadAsByteArrayAsync().GetAwaiter().GetResult();
            return new Scrape(RealTimeLoop.Clock - began, response.StatusCode, body, null);
        }
        catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
        {
            return new Scrape(RealTimeLoop.Clock - began, default, [], exception.Message);
        }
    }
}

/// <summary>One answer, or the reason why there is none.</summary>
internal sealed record Scrape(Duration Time, HttpStatusCode Status, byte[] Body, string? Failure)
{
    public string Text => System.Text.Encoding.UTF8.GetString(Body);

    /// <summary>The problem of the answer; null if it is a valid metrics text.</summary>
    public string? Fault()
    {
        if (Status != HttpStatusCode.OK)
            return Failure ?? $"status {(int)Status}";
        try
        {
            MetricsText.Parse(Text);
            return null;
        }
        catch (FormatException exception)
        {
            return exception.Message;
        }
    }
}
