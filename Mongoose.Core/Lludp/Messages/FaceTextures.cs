namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// The textures in a TextureEntry, for use with foreach: that of most faces, then those of the faces that differ. Some may be the same. The
/// list ends early if the TextureEntry is truncated.
/// </summary>
public readonly ref struct FaceTextures(ReadOnlySpan<byte> textureEntry)
{
    private readonly ReadOnlySpan<byte> _textureEntry = textureEntry;

    public Enumerator GetEnumerator() => new(_textureEntry);

    public ref struct Enumerator
    {
        private SpanReader _reader;
        private bool _hasStarted;

        internal Enumerator(ReadOnlySpan<byte> textureEntry) => _reader = new SpanReader(textureEntry);

        public Guid Current { get; private set; }

        public bool MoveNext()
        {
            if (_hasStarted && !ReadFaces())
                return false;
            _hasStarted = true;
            Current = _reader.ReadGuid();
            return _reader.Ok;
        }

        /// <summary>
        /// Reads which faces the next texture is for: a bit for each, seven in a byte, and the eighth says that another byte follows.
        /// </summary>
        /// <returns>Whether there are any; a set without faces ends the list.</returns>
        private bool ReadFaces()
        {
            bool any = false;
            byte bits;
            do
            {
                bits = _reader.ReadUInt8();
                any |= (bits & 0x7F) != 0;
            }
            while ((bits & 0x80) != 0);
            return any;
        }
    }
}
