global using Mongoose.Client.CommandLine;
global using Mongoose.Client.Output;
global using NUnit.Framework;
