using Mongoose.Mixer.Commands;

return MixerCommand.Program.RunProcess(args, () => MixerCommand.Create(args));
