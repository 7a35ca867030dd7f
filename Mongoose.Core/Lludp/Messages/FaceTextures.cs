namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// The textures in a TextureEntry, for use with foreach: first the default texture, then one for each set of faces that differ from the
/// default. A texture may occur more than once. The list ends early if the TextureEntry is truncated.
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
        /// Reads the set of faces that have the next texture: one bit per face, seven per byte; the eighth bit announces another byte.
        /// </summary>
        /// <returns>Whether the set has faces; an empty set ends the list.</returns>
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
