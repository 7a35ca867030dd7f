global using Mongoose.Runtime.Output;
global using NUnit.Framework;
