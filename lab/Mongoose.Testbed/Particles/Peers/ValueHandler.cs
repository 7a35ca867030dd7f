namespace Mongoose.Testbed.Particles.Peers;

/// <summary>Handles a value on the receiver's thread.</summary>
internal delegate void ValueHandler(in ParticleValue value);
