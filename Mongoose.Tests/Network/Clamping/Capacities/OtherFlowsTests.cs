using Mongoose.Network.Clamping.Capacities;
using Mongoose.Network.Clamping.Rates;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Clamping.Capacities;

public sealed class OtherFlowsTests
{
    private const int SilentBins = 3;

    /// <summary>The model: a list of flows, oldest first, with the bytes per bin and the silent bins of each.</summary>
    [ForAll(MaxTest = 100)]
    public void The_table_holds_the_flows_with_the_latest_packets_and_their_rates(int seed)
    {
        Random random = new(seed);
        int limit = random.Next(1, 25), flows = random.Next(1, 50);
        OtherFlows table = new(limit);
        List<Model> models = [];
        for (int step = 0; step < 300; step++)
        {
            if (random.Next(10) == 0)
                EndBin();
            else
                Send(random.Next(flows), random.Next(1, 1500));
            Assert.That(table.Count, Is.EqualTo(models.Count));
        }
        EndBin();

        void Send(int number, int bytes)
        {
            Model? model = models.Find(m => m.Number == number);
            if (model is not null)
                models.Remove(model);
            else if (models.Count == limit)
                models.RemoveAt(0);
            models.Add((model ?? new Model(number)).With(bytes));
            table.Touch(OtherTrafficTests.Flow(number)).Add(bytes);
        }

        void EndBin()
        {
            models.ForEach(model => model.Rate.EndBin());
            models.RemoveAll(model => model.Rate.SilentBins >= SilentBins);
            for (int i = 0; i < table.Count; i++)
                table[i].EndBin();
            table.RemoveSilent(SilentBins);
            IEnumerable<double> rates = Enumerable.Range(0, table.Count).Select(i => table[i].BytesPerBin);
            Assert.That(rates, Is.EquivalentTo(models.Select(model => model.Rate.BytesPerBin)));
        }
    }

    private sealed class Model(int number)
    {
        public BinnedRate Rate;

        public int Number => number;

        public Model With(int bytes)
        {
            Rate.Add(bytes);
            return this;
        }
    }
}
