/**
 * @file llmongoosethrottle.cpp
 * @brief The implementation of llmongoosethrottle.h, with the same arithmetic steps as Mongoose.Core.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#include "llmongoosethrottle.h"

#include <cstdlib>
#include <cstring>

namespace LLMongoose
{

namespace
{

constexpr double MAX_BITS_PER_SECOND = 100e9;

constexpr Duration MIN_ROUND_TRIP = std::chrono::milliseconds(1);
constexpr Duration MAX_ROUND_TRIP = std::chrono::seconds(60);

constexpr Duration MIN_INTERVAL = std::chrono::milliseconds(50);
constexpr Duration MIN_PING_INTERVAL = std::chrono::milliseconds(50);
constexpr Duration MAX_PING_INTERVAL = std::chrono::seconds(1);
constexpr Duration FIRST_PING_INTERVAL = std::chrono::milliseconds(250);
constexpr Duration UNKNOWN_ROUND_TRIP = std::chrono::seconds(1);
// A rate that differs from the last requested one by at most a twentieth is requested after LONGEST_DIFFERENCE.
constexpr std::int64_t NEWS_FRACTION = 20;
constexpr Duration LONGEST_DIFFERENCE = std::chrono::seconds(5);
constexpr Duration MIN_REPEAT_INTERVAL = std::chrono::seconds(1);
// If increases are delayed by more than this many round trips, immediate cuts would make the rate too low.
constexpr double LONGEST_INTERVAL_FOR_CUTS_AT_ONCE = 1.5;

constexpr std::int64_t WRAP_24 = 1LL << 24;
constexpr std::int64_t WRAP_32 = 1LL << 32;

// Any reordering counts as at least this lateness.
constexpr Duration LEAST_LATENESS = std::chrono::milliseconds(10);
constexpr Duration FORGOTTEN_LATENESS = std::chrono::milliseconds(1);
constexpr Duration LATENESS_HALF_LIFE = std::chrono::seconds(15);
constexpr Duration LONGEST_TOLERATED_DELAY = std::chrono::milliseconds(700);

constexpr Duration QUARTER = std::chrono::milliseconds(250);
constexpr double RECEIVED_FACTOR = 2;

// Recovery lasts at most this many times the last round trip, so that a late ping does not stop the window for long.
constexpr int MAX_OVER_LAST = 4;

constexpr double MINIMUM_VIEWER_KILOBITS = 50;
// The channels of each row sum to its total, in viewer kbit/s.
constexpr std::array<double, 4> TOTALS = { 50, 300, 500, 1000 };
constexpr std::array<std::array<double, CHANNEL_COUNT>, 4> PRESETS = { {
    { 5, 10, 3, 3, 10, 10, 9 },
    { 30, 40, 9, 9, 86, 86, 40 },
    { 50, 70, 14, 14, 136, 136, 80 },
    { 100, 100, 20, 20, 310, 310, 140 },
} };

double secondsOf(Duration duration)
{
    return static_cast<double>(duration.count()) / 1e9;
}

} // namespace

DataRate DataRate::fromBitsPerSecond(double value)
{
    DataRate rate;
    rate.mBits = std::llrint(std::clamp(value, 0.0, MAX_BITS_PER_SECOND));
    return rate;
}

ChannelRates splitOf(DataRate total)
{
    double kilobits = std::max(total.viewerKilobitsPerSecond(), MINIMUM_VIEWER_KILOBITS);
    std::size_t upper = 1;
    while (upper < TOTALS.size() - 1 && TOTALS[upper] <= kilobits)
    {
        upper++;
    }
    double position = (kilobits - TOTALS[upper - 1]) / (TOTALS[upper] - TOTALS[upper - 1]);

    ChannelRates split;
    for (std::size_t i = 0; i < CHANNEL_COUNT; i++)
    {
        double low = PRESETS[upper - 1][i];
        double high = PRESETS[upper][i];
        split[i] = DataRate::fromViewerKilobitsPerSecond(low + position * (high - low));
    }
    return split;
}

ThrottlePayload encodeThrottle(const ChannelRates& rates)
{
    ThrottlePayload payload{};
    std::size_t at = 0;
    for (DataRate rate : rates)
    {
        const auto value = static_cast<float>(rate.bitsPerSecond());
        static_assert(sizeof value == sizeof(std::uint32_t) && std::numeric_limits<float>::is_iec559);
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        for (int shift = 0; shift < 32; shift += 8)
        {
            payload[at++] = static_cast<std::uint8_t>(bits >> shift);
        }
    }
    return payload;
}

Duration ReorderTolerance::wait(Duration min_round_trip, Instant now)
{
    shrink(now);
    if (mLateness == Duration::zero())
    {
        return mLateness;
    }
    return std::min(std::max(min_round_trip / 4, mLateness + mLateness / 4), min_round_trip + LONGEST_TOLERATED_DELAY);
}

void ReorderTolerance::late(Duration lateness, Instant now)
{
    shrink(now);
    lateness = std::max(lateness, LEAST_LATENESS);
    // A packet within half the tolerance does not show that all of it is needed.
    if (lateness > mLateness / 2)
    {
        mLateness = std::max(mLateness, lateness);
        mSince = now;
    }
}

void ReorderTolerance::shrink(Instant now)
{
    while (mLateness > Duration::zero() && now - mSince >= LATENESS_HALF_LIFE)
    {
        mLateness /= 2;
        if (mLateness < FORGOTTEN_LATENESS)
        {
            mLateness = Duration::zero();
        }
        mSince += LATENESS_HALF_LIFE;
    }
}

void RecentGaps::add(const LossGap& gap)
{
    mGaps[mNext] = gap;
    mNext = (mNext + 1) % CAPACITY;
    mCount = std::min(mCount + 1, CAPACITY);
    mWaiting++;
}

LossGap RecentGaps::fill(std::int64_t number, bool& is_waiting)
{
    for (std::size_t age = 1; age <= mCount; age++)
    {
        LossGap& gap = mGaps[(mNext - age) % CAPACITY];
        if (number > gap.last)
        {
            break;
        }
        if (number >= gap.first)
        {
            const LossGap before = gap;
            is_waiting = age <= mWaiting;
            gap.count--;
            return before;
        }
    }
    is_waiting = false;
    return {};
}

void SequenceTracker::reset()
{
    *this = SequenceTracker();
}

void SequenceTracker::onRoundTrip(Duration round_trip)
{
    mMinRoundTrip = mMinRoundTrip == Duration::zero() ? round_trip : std::min(mMinRoundTrip, round_trip);
}

PacketVerdict SequenceTracker::onPacket(std::uint32_t sequence, bool is_resent, Instant now)
{
    if (!mStarted)
    {
        return is_resent ? PacketVerdict{ PacketKind::RESENT, 0 } : start(sequence, { sequence, now });
    }

    const std::int64_t distance = distanceFromHighest(sequence);
    if (distance > MAX_JUMP || distance < -MAX_JUMP)
    {
        return is_resent ? PacketVerdict{ PacketKind::RESENT, 0 } : onImplausible(sequence, now);
    }

    mOnProbation = false;
    const std::int64_t number = mFirst.number + distance;
    if (is_resent)
    {
        return onResent(number);
    }
    if (distance <= 0 && isMarked(number))
    {
        return { PacketKind::DUPLICATE, 0 };
    }

    if (distance <= 0)
    {
        noteLate({ number, now });
    }
    insert({ number, now });
    if (distance > 0)
    {
        mHighestOnWire = sequence;
        for (std::int64_t skipped = number - distance + 1; skipped < number; skipped++)
        {
            mArrived[slot(skipped)] = false;
        }
    }
    mArrived[slot(number)] = true;
    const int lost = findLost(now);
    if (distance <= 0)
    {
        return { PacketKind::LATE, lost };
    }
    return { distance == 1 ? PacketKind::IN_SEQUENCE : PacketKind::AFTER_GAP, lost };
}

PacketVerdict SequenceTracker::start(std::uint32_t sequence, const Mark& mark)
{
    mArrived.reset();
    mOnProbation = false;
    mGaps = RecentGaps();
    mStarted = true;
    mHighestOnWire = sequence;
    mFirst = mSecond = mThird = mark;
    mStart = mark.number;
    mArrived[slot(mark.number)] = true;
    return { PacketKind::IN_SEQUENCE, 0 };
}

std::int64_t SequenceTracker::distanceFromHighest(std::uint32_t sequence) const
{
    const auto nearest = [](std::int64_t difference, std::int64_t wrap)
    {
        const std::int64_t distance = (difference + wrap) % wrap;
        return distance < wrap / 2 ? distance : distance - wrap;
    };
    const std::int64_t difference = static_cast<std::int64_t>(sequence) - mHighestOnWire;
    const std::int64_t distance = nearest(difference, WRAP_32);
    const bool fits24 = sequence < WRAP_24 && mHighestOnWire < WRAP_24;
    return (distance > MAX_JUMP || distance < -MAX_JUMP) && fits24 ? nearest(difference, WRAP_24) : distance;
}

PacketVerdict SequenceTracker::onImplausible(std::uint32_t sequence, Instant now)
{
    if (mOnProbation && mProbation == sequence)
    {
        return start(sequence, { mFirst.number + 1, now });
    }
    mOnProbation = true;
    mProbation = sequence + 1;
    return { PacketKind::IMPLAUSIBLE, 0 };
}

PacketVerdict SequenceTracker::onResent(std::int64_t number)
{
    // Above the highest number, the gap is not visible yet; the first transmission will be detected as missing like any other.
    if (number > mFirst.number)
    {
        return { PacketKind::RESENT, 0 };
    }
    if (isMarked(number))
    {
        return { PacketKind::DUPLICATE, 0 };
    }
    mArrived[slot(number)] = true;
    bool is_waiting = true;
    if (number <= mThird.number)
    {
        mGaps.fill(number, is_waiting);
    }
    return { PacketKind::RESENT, is_waiting ? 1 : 0 };
}

/// Learns from a packet that arrives after three later ones. Packets from before the start were never missed.
void SequenceTracker::noteLate(const Mark& mark)
{
    if (mark.number > mThird.number || mark.number <= mStart)
    {
        return;
    }
    bool is_waiting = false;
    const LossGap gap = mGaps.fill(mark.number, is_waiting);
    if (gap.count > 0)
    {
        mTolerance.late(mark.at - gap.after, mark.at);
    }
}

/// Updates the three highest numbers. What the third one passes is a gap.
void SequenceTracker::insert(const Mark& mark)
{
    if (mark.number <= mThird.number)
    {
        return;
    }
    const std::int64_t before = mThird.number;
    if (mark.number > mFirst.number)
    {
        mThird = mSecond;
        mSecond = mFirst;
        mFirst = mark;
    }
    else if (mark.number > mSecond.number)
    {
        mThird = mSecond;
        mSecond = mark;
    }
    else
    {
        mThird = mark;
    }
    addGap(before, mThird);
}

void SequenceTracker::addGap(std::int64_t before, const Mark& after)
{
    int missing = 0;
    for (std::int64_t number = before + 1; number < after.number; number++)
    {
        missing += isMarked(number) ? 0 : 1;
    }
    if (missing > 0)
    {
        mGaps.add({ before + 1, after.number - 1, missing, after.at });
    }
}

/// Returns how many packets the oldest gap has lost that reordering does not explain.
int SequenceTracker::findLost(Instant now)
{
    while (mGaps.isWaiting())
    {
        const LossGap oldest = mGaps.oldest();
        if (oldest.count > 0 && !mGaps.isFull() && now - oldest.after < mTolerance.wait(mMinRoundTrip, now))
        {
            return 0;
        }
        mGaps.endWaiting();
        if (oldest.count > 0)
        {
            return oldest.count;
        }
    }
    return 0;
}

bool SequenceTracker::isMarked(std::int64_t number) const
{
    return number > mFirst.number - WINDOW_PACKETS && mArrived[slot(number)];
}

void ReceiveMeter::add(int bytes, Instant now)
{
    if (mQuarterEnd == Instant())
    {
        mQuarterEnd = now + QUARTER;
    }
    advance(now);
    mCurrent += bytes;
}

void ReceiveMeter::advance(Instant now)
{
    if (mQuarterEnd == Instant() || now < mQuarterEnd)
    {
        return;
    }
    const std::int64_t ended = 1 + (now - mQuarterEnd) / QUARTER;
    mQuarterEnd += ended * QUARTER;
    // After this many empty quarters, nothing of the earlier sums remains.
    for (auto i = std::min<std::int64_t>(ended, QUARTERS_PER_SECOND + SUMS); i > 0; i--)
    {
        endQuarter();
    }
}

void ReceiveMeter::endQuarter()
{
    std::move_backward(mRecent.begin(), mRecent.end() - 1, mRecent.end());
    mRecent[0] = mCurrent;
    mCurrent = 0;
    mQuarters = std::min(mQuarters + 1, QUARTERS_PER_SECOND);

    std::int64_t sum = 0;
    for (std::size_t i = 0; i < mQuarters; i++)
    {
        sum += mRecent[i];
    }
    std::move_backward(mHistory.begin(), mHistory.end() - 1, mHistory.end());
    mHistory[0] = sum * static_cast<std::int64_t>(QUARTERS_PER_SECOND) / static_cast<std::int64_t>(mQuarters);
    mSums = std::min(mSums + 1, SUMS);
    mBytesPerSecond = *std::max_element(mHistory.begin(), mHistory.begin() + static_cast<std::ptrdiff_t>(mSums));
}

void PacketMean::add(int bytes)
{
    mCount = std::min(mCount + 1, MEMORY);
    mBytes += (bytes - mBytes) / mCount;
    mSquare += (static_cast<double>(bytes) * bytes - mSquare) / mCount;
}

WindowTrackingController::WindowTrackingController(const RateControlOptions& options)
:   mOptions(options),
    mRate(options.minRate)
{
}

void WindowTrackingController::onPacket(const PacketVerdict& packet, int bytes, Instant now)
{
    if (packet.kind == PacketKind::IMPLAUSIBLE)
    {
        return;
    }
    mReceived.add(bytes, now);
    mReceivedRate = received();
    if (packet.isNewData())
    {
        mPackets.add(bytes);
    }
    if (mRoundTrip == Duration::zero())
    {
        return;
    }
    const bool recovering = now < mRecoveredAt;
    if (packet.lost > 0 && !recovering)
    {
        cut(now);
    }
    else if ((packet.kind == PacketKind::IN_SEQUENCE || packet.kind == PacketKind::LATE) && !recovering)
    {
        grow();
    }
    update();
}

void WindowTrackingController::onPing(Duration round_trip, Instant now)
{
    const bool is_first = mRoundTrip == Duration::zero();
    mRoundTrip = round_trip;
    mRoundTripSeconds = secondsOf(round_trip);
    mLongestRoundTrip = std::clamp(mLongestRoundTrip, mRoundTrip, mRoundTrip * MAX_OVER_LAST);
    mLargestWindow = mOptions.largestRate().bytesPerSecond() * mRoundTripSeconds;
    if (is_first)
    {
        open();
    }
    mReceived.advance(now);
    mReceivedRate = std::min(mReceivedRate, received());
    update();
}

void WindowTrackingController::onNewCircuit()
{
    if (mRoundTrip > Duration::zero())
    {
        mLastRoundTrip = mRoundTrip;
    }
    mRoundTrip = Duration::zero();
    mLongestRoundTrip = Duration::zero();
    mReceived = ReceiveMeter();
    mReceivedRate = UNBOUNDED_RATE;
    mRecoveredAt = Instant::min();
}

/// The first window of RFC 3390.
double WindowTrackingController::initialWindow() const
{
    return std::min(4 * segment(), std::max(2 * segment(), 4380.0));
}

void WindowTrackingController::open()
{
    if (mLastRoundTrip == Duration::zero())
    {
        mCwnd = initialWindow();
        return;
    }
    mCwnd = mRate.bytesPerSecond() * mRoundTripSeconds;
    if (mSsthresh < UNBOUNDED)
    {
        mSsthresh = mSsthresh / secondsOf(mLastRoundTrip) * mRoundTripSeconds;
    }
}

void WindowTrackingController::cut(Instant now)
{
    const double half = usableWindow() / 2;
    mSsthresh = std::max(half, 2 * segment());
    mCwnd = std::max(half, segment());
    mRecoveredAt = now + mLongestRoundTrip;
    mLongestRoundTrip = mRoundTrip;
    mCuts++;
}

void WindowTrackingController::grow()
{
    if (mCwnd >= mBound)
    {
        return;
    }
    const double size = mPackets.bytes();
    mCwnd += mCwnd < mSsthresh ? std::min(size, mSsthresh - mCwnd) : segment() * size / mCwnd;
}

/// In bytes per second.
double WindowTrackingController::received() const
{
    return mReceived.hasRate() ? static_cast<double>(mReceived.bytesPerSecond()) : UNBOUNDED_RATE;
}

void WindowTrackingController::update()
{
    const double used = RECEIVED_FACTOR * mReceivedRate * mRoundTripSeconds;
    const double bound = std::min(mLargestWindow, std::max(initialWindow(), used));
    mBound = std::max(segment(), bound);
    mCwnd = std::max(segment(), mCwnd);
    mRate = mOptions.clamp(DataRate::fromBytesPerSecond(usableWindow() / mRoundTripSeconds));
}

ThrottleRequester::ThrottleRequester(const RateControlOptions& options, Instant now)
:   mController(options),
    mNow(now)
{
    onNewCircuit(now);
}

Duration ThrottleRequester::pingInterval() const
{
    if (mRoundTrip == Duration::zero())
    {
        return FIRST_PING_INTERVAL;
    }
    const Duration half(std::llrint(static_cast<double>(mRoundTrip.count()) / 2));
    return std::clamp(half, MIN_PING_INTERVAL, MAX_PING_INTERVAL);
}

bool ThrottleRequester::isNews() const
{
    const std::int64_t requested = mRequested.bitsPerSecond();
    return std::abs(mController.rate().bitsPerSecond() - requested) * NEWS_FRACTION > requested;
}

Instant ThrottleRequester::nextRequestAt() const
{
    if (isNews())
    {
        return mNotBefore;
    }
    const Instant difference_ends_at = mController.rate() == mRequested ? NEVER : mRequestedAt + std::max(LONGEST_DIFFERENCE, interval());
    return std::min(mRepeatAt, difference_ends_at);
}

PacketVerdict ThrottleRequester::onPacket(std::uint32_t sequence, bool is_resent, int bytes, Instant now)
{
    pass(now);
    const PacketVerdict verdict = mSequences.onPacket(sequence, is_resent, mNow);
    mController.onPacket(verdict, bytes, mNow);
    return verdict;
}

void ThrottleRequester::onPing(Duration round_trip, Instant now)
{
    pass(now);
    if (mRoundTrip == Duration::zero() && mGeneration == 0)
    {
        mNotBefore = mNow;
    }
    mRoundTrip = std::clamp(round_trip, MIN_ROUND_TRIP, MAX_ROUND_TRIP);
    mSequences.onRoundTrip(mRoundTrip);
    if (mGeneration > 0)
    {
        mNotBefore = std::min(mNotBefore, mRequestedAt + interval());
    }
    mController.onPing(mRoundTrip, mNow);
}

void ThrottleRequester::onNewCircuit(Instant now)
{
    pass(now);
    mSequences.reset();
    mRoundTrip = Duration::zero();
    mRequested = DataRate();
    mGeneration = 0;
    mNotBefore = mNow + UNKNOWN_ROUND_TRIP;
    mRepeatAt = NEVER;
    mController.onNewCircuit();
}

void ThrottleRequester::onAcknowledged(std::uint32_t generation)
{
    if (generation == mGeneration)
    {
        mRepeatAt = NEVER;
    }
}

bool ThrottleRequester::tryTake(Instant now, ThrottleRequest& request)
{
    pass(now);
    if (mNow < nextRequestAt() && !(isNews() && mayCutAtOnce()))
    {
        if (mNow >= mNotBefore && mController.rate() != mRequested)
        {
            mNotBefore = mNow + interval();
        }
        return false;
    }
    mRequested = mController.rate();
    mLossEventsRequested = mController.lossEvents();
    mRequestedAt = mNow;
    mNotBefore = mNow + interval();
    mRepeatAt = mNow + std::max(MIN_REPEAT_INTERVAL, mRoundTrip * 3);
    request = { ++mGeneration, mRequested, encodeThrottle(splitOf(mRequested)) };
    return true;
}

Duration ThrottleRequester::interval() const
{
    return std::max(mRoundTrip, MIN_INTERVAL);
}

bool ThrottleRequester::mayCutAtOnce() const
{
    const Duration longest(std::llrint(static_cast<double>(mRoundTrip.count()) * LONGEST_INTERVAL_FOR_CUTS_AT_ONCE));
    return mController.lossEvents() != mLossEventsRequested && mRoundTrip > Duration::zero() && interval() <= longest;
}

} // namespace LLMongoose
