using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Client.Viewers;

/// <summary>Downloads a list of textures, a limited number at a time, and reports when each is complete.</summary>
internal sealed class TextureFetcher(IEnumerable<Guid> first, int outstanding, bool repeat)
{
    /// <summary>Maximum number of textures: a region can send any number of ids, and each takes memory.</summary>
    public const int MaxTextures = 100_000;

    /// <summary>
    /// The priority of the first texture; each later texture has one less, so that the region sends them in the order of the requests.
    /// </summary>
    private const float HighestPriority = 1_000_000;

    private readonly List<Guid> _textures = [.. first];
    private readonly HashSet<Guid> _known = [.. first];
    private readonly Dictionary<Guid, Download> _downloads = [];
    private int _next;
    private int _asked;

    /// <summary>The texture that did not fit into the last request.</summary>
    private RequestImageBlock? _unsent;

    /// <summary>Completed textures; repeated downloads count again.</summary>
    public int Completed { get; private set; }

    /// <summary>Textures that the region does not have.</summary>
    public int Missing { get; private set; }

    /// <summary>While set, no new texture is requested.</summary>
    public bool IsPaused { get; set; }

    /// <summary>The number of textures that may still be requested; null for no limit.</summary>
    public int? Allowance { get; set; }

    /// <summary>Called when a texture is complete, with its id and the number of bytes of its data.</summary>
    public Action<Guid, int>? TextureCompleted { get; init; }

    /// <summary>Adds a texture to the end of the list; false if it is already there, or if there are <see cref="MaxTextures"/>.</summary>
    public bool Add(Guid texture)
    {
        if (_known.Count >= MaxTextures || !_known.Add(texture))
            return false;
        _textures.Add(texture);
        return true;
    }

    /// <summary>Writes a request for as many textures as may be outstanding and fit; false if there is nothing to request.</summary>
    public bool TryWriteRequest(ref DatagramWriter writer, Guid agentId, Guid sessionId)
    {
        if (!TryNext(out RequestImageBlock request))
            return false;
        new RequestImage(agentId, sessionId).Write(ref writer);
        do
        {
            if (RequestImage.TryAppend(ref writer, request))
                continue;
            _unsent = request;
            break;
        }
        while (TryNext(out request));
        return true;
    }

    /// <summary>
    /// Requests outstanding textures again in their turn: they will not arrive, because another region serves from now on.
    /// </summary>
    public void Restart()
    {
        _downloads.Clear();
        _unsent = null;
    }

    public void Received(in ImageData first)
    {
        if (!_downloads.TryGetValue(first.ImageId, out Download? download))
            return;
        download.Packets = first.Packets;
        download.Bytes = (int)first.Size;
        Count(first.ImageId, download);
    }

    public void Received(in ImagePacket packet)
    {
        if (_downloads.TryGetValue(packet.ImageId, out Download? download))
            Count(packet.ImageId, download);
    }

    /// <summary>The region does not have the texture: it is not requested again.</summary>
    public void NotThere(Guid texture)
    {
        if (!_downloads.Remove(texture))
            return;
        Missing++;
        int place = _textures.IndexOf(texture);
        _textures.RemoveAt(place);
        if (place < _next)
            _next--;
    }

    private bool TryNext(out RequestImageBlock request)
    {
        request = _unsent ?? default;
        if (_unsent is not null)
        {
            _unsent = null;
            return true;
        }
        if (_next == _textures.Count && repeat)
            _next = 0;
        if (IsPaused || Allowance == 0 || _next >= _textures.Count || _downloads.Count >= outstanding
            || _downloads.ContainsKey(_textures[_next]))
            return false;
        Guid texture = _textures[_next++];
        Allowance--;
        _downloads.Add(texture, new Download());
        request = new RequestImageBlock(texture, DiscardLevel: 0, HighestPriority - _asked++ % HighestPriority, Packet: 0, Type: 0);
        return true;
    }

    private void Count(Guid texture, Download download)
    {
        // Each packet is reliable and passed on once, so counting is enough.
        download.Received++;
        if (download.Packets == 0 || download.Received < download.Packets)
            return;
        _downloads.Remove(texture);
        Completed++;
        TextureCompleted?.Invoke(texture, download.Bytes);
    }

    private sealed class Download
    {
        /// <summary>0 until the first packet has arrived, which contains this number.</summary>
        public int Packets { get; set; }

        public int Bytes { get; set; }

        public int Received { get; set; }
    }
}
